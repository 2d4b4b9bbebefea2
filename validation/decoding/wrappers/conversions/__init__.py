"""What logs and frameworks make of messages, read back as Chat Completions messages.

    held            a value of a wrapper and where it stands
    conversation    messages as they are put together, with their sources
    messages        a list of messages in any of the dialects below
    answers         what an endpoint answered, in any of the forms that logs keep
    exchanges       a request and its answer as one history
    parts           content parts of other interfaces
    langchain_messages, otel_messages, ui_messages, model_messages    one dialect each; `langchain_chunks` a message in pieces
    session_chains  the lines of a session that branches
    spans           spans and log records in a document, and their attributes
    span_messages   the history that a span shows, however it writes it; `flattened` with one attribute a leaf, `span_events` with events

Messages of Anthropic and items of the Responses API stay as they are: they have rules of their own. Nothing is repaired. What a dialect
writes in another way is written in ours (arguments as text), and said to be lost.
"""
