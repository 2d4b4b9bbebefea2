"""Whether what was recorded is usual in every respect, as most of it is: then nobody needs to look for what may be wrong with it.

Said once at the end of a stream, so that the rules that only find what is unusual are not asked one by one. Whoever adds a condition to
such a rule adds it here; `tests/validation/rules/test_every_rule.py` holds all of them against what is called usual.
"""

import re
from typing import Final

from validation.facts.exact import CHUNK
from validation.facts.json_text import NO_QUIRKS, Json
from validation.facts.streams import Call, Choice, Stream

LONGEST_ID: Final = 40
NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
"""A name that every receiver of calls takes."""


def mark_usual(stream: Stream) -> None:
    """Mark the stream, its choices and its calls, each of which is usual if all parts of it are."""
    if stream.kind != "stream":
        return
    for choice in stream.choices:
        for call in choice.calls:
            call.usual = _is_usual_call(call)
        choice.usual = _is_usual_choice(choice)
    stream.usual = _is_usual_stream(stream)


def _is_usual_call(call: Call) -> bool:
    """One id and name from the start, the type, and a JSON object for arguments."""
    if call.json.state is not Json.VALID or call.json.kind != "object" or call.quirks is not NO_QUIRKS or call.odd_arguments:
        return False
    if not call.id or len(call.id) > LONGEST_ID or call.id_late or not call.name or not NAME.fullmatch(call.name):
        return False
    if len(call.name_pieces) > 1 or call.index_forms or call.arguments_null or call.arguments_absent or call.custom:
        return False
    function = call.types.get("function")
    return function is not None and len(call.types) == 1 and function.first is call.first


def _is_usual_choice(choice: Choice) -> bool:
    """The role of an assistant, calls numbered from 0 as they open or a text, and the one end that fits them on a delta of its own."""
    if type(choice.label) is not int or choice.roles.keys() != _ROLES:
        return False
    if choice.finish_count != 1 or choice.finish_odd or choice.after_finish or choice.empty_after_finish or choice.function_call:
        return False
    value, _, native, with_data = choice.finishes[0]
    if value != ("tool_calls" if choice.calls else "stop") or with_data or native not in ("", value):
        return False
    if not (choice.calls or choice.content_chars) or choice.content_repeats or choice.reasoning_repeats:
        return False
    if choice.tool_calls_null or choice.tool_calls_empty or choice.tool_calls_not_array or choice.logprobs_odd or choice.logprobs_unmatched:
        return False
    numbered = all(call.usual and call.key == place for place, call in enumerate(choice.calls))
    return numbered and len({call.id for call in choice.calls}) == len(choice.calls)


def _is_usual_stream(stream: Stream) -> bool:
    """One choice, and an envelope that stays what it is."""
    if len(stream.choices) != 1 or stream.choices[0].label != 0 or stream.objects.keys() != _OBJECTS or stream.odd or stream.limits:
        return False
    if stream.messages_beside or stream.mirrors or not (len(stream.ids) == len(stream.models) == len(stream.created) == 1):
        return False
    (id,) = stream.ids
    return type(id) is str and id != ""


_ROLES: Final = {"assistant"}
_OBJECTS: Final = {CHUNK}
