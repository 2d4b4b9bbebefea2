"""The browser's door: pages rendered on the server, readable without script.

A view gathers, a presenter says how it is shown, a template only prints. Presenters are the small modules that import no view.
"""
