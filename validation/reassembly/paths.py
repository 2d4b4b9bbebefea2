"""Which kind of beaten path the chunks that come next may go along."""

from validation.reassembly.choices import ChoiceRecorder
from validation.reassembly.fragments import FragmentPath
from validation.reassembly.path import Lane, Path, Wire
from validation.reassembly.texts import KEYS, TextPath


def path_of(lane: Lane, head: tuple[object, ...], choice: Wire, recorder: ChoiceRecorder, number: int) -> Path:
    """The path on which the next chunk goes if it is like this one, as most are. `number`: that of the next chunk."""
    delta = choice["delta"]
    kind: type[Path] = Path
    if lane.delta_keys in KEYS:
        kind = TextPath
    elif "tool_calls" in delta and _only_fragments(delta):
        kind = FragmentPath
    return kind(lane, head, choice, recorder, number)


def _only_fragments(delta: Wire) -> bool:
    """True when nothing beside `tool_calls` brings anything new: nulls, empty texts, a role that comes with every chunk."""
    for key, value in delta.items():
        if value is not None and value != "" and key != "tool_calls" and (key != "role" or type(value) is not str):
            return False
    return True
