"""Small traces and histories, named by what is to be said of them."""

from pathlib import Path

from validation.examples import assistant, chunk, history, jsonl, result, sse, stream, user

CASES = Path(__file__).resolve().parents[4] / "shared" / "cases"

CLEAN = stream('{"ci', 'ty":"Oslo"}').data
STOP_WITH_A_CALL = stream('{"city":"Oslo"}', finish="stop").data
"""One warning: the call is there and the finish reason says `stop`."""
BROKEN_ARGUMENTS = stream('{"city" "Oslo"}').data
"""One error."""
CLEAN_EVENTS = sse(chunk({"role": "assistant", "content": "Hi"}), chunk({}, finish="stop")).data
EMPTY = b""
"""Nothing to judge."""
UNKNOWN_ID = history(user(), assistant("call_a"), result("call_zzz")).data
"""A result for a call that nobody made."""


def many_streams(number: int) -> bytes:
    """So many faultless streams, one behind the other."""
    chunks = []
    for stream_number in range(number):
        id = f"chatcmpl-{stream_number}"
        chunks += [chunk({"role": "assistant", "content": "Hi"}, id=id), chunk({}, finish="stop", id=id)]
    return jsonl(*chunks).data


def many_broken_calls(number: int) -> bytes:
    """So many streams whose arguments are not JSON."""
    return b"".join(BROKEN_ARGUMENTS.replace(b"chatcmpl-1", f"chatcmpl-{one}".encode()) for one in range(number))
