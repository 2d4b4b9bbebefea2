"""SSE1xx: how an event stream was framed."""
