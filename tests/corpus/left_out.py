"""Cases that the corpus tests leave out, by name, each with its reason.

A reason that begins with "waits for" names rules that are not written yet; the row comes back by itself: a test fails here once all of them
exist. `file as purpose` leaves out one purpose of a row and keeps the rest.
"""

HISTORIES: dict[str, str] = {}

STREAMS: dict[str, str] = {}
