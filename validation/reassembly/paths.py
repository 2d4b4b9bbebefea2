"""Which kind of beaten path the chunks that come next may go along."""

from validation.reassembly.choices import ChoiceRecorder
from validation.reassembly.fragments import FragmentPath
from validation.reassembly.path import Lane, Path, Wire, is_still
from validation.reassembly.texts import TextPath, key_of_piece


def path_of(lane: Lane, head: tuple[object, ...], choice: Wire, recorder: ChoiceRecorder, number: int) -> Path:
    """The path on which the next chunk goes if it is like this one, as most are. `number`: that of the next chunk."""
    delta = choice["delta"]
    key = key_of_piece(delta)
    if key is not None:
        return TextPath(lane, head, choice, recorder, number, key)
    if "tool_calls" in delta and _only_fragments(delta):
        return FragmentPath(lane, head, choice, recorder, number)
    return Path(lane, head, choice, recorder, number)


def _only_fragments(delta: Wire) -> bool:
    """True when nothing beside `tool_calls` brings anything new."""
    return all(key == "tool_calls" or is_still(key, value) for key, value in delta.items())
