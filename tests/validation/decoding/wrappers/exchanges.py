"""What tests put into wrappers: a stream with one call, a request, a response."""

from typing import Any

from validation.examples import assistant, chunk, dumps, header, tools, user

Wire = dict[str, Any]

REQUEST: Wire = {"model": "demo-model", "messages": [user()], "stream": True}


def chunks(id: str = "chatcmpl-1", arguments: str = '{"city":"Oslo"}') -> list[Wire]:
    """A faultless stream in four chunks, whose call has these arguments in two fragments."""
    half = len(arguments) // 2
    rest = {"tool_calls": [{"index": 0, "function": {"arguments": arguments[half:]}}]}
    deltas = ({"role": "assistant", "content": None}, tools(header(arguments=arguments[:half])), rest)
    return [*(chunk(delta, id=id) for delta in deltas), chunk({}, finish="tool_calls", id=id)]


def events(*wires: Wire, done: bool = True) -> str:
    """Chunks as the text of an event stream."""
    return "".join(f"data: {dumps(wire)}\n\n" for wire in wires) + ("data: [DONE]\n\n" if done else "")


def response(content: str = "4 degrees", id: str = "chatcmpl-9", **message: Any) -> Wire:
    """A whole response with one message."""
    choice = {"index": 0, "message": assistant(content=content, **message), "finish_reason": "stop"}
    return {"id": id, "object": "chat.completion", "created": 1790000000, "model": "demo-model", "choices": [choice]}
