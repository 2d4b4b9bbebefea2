"""What is settled at the end of a stream: texts that repeat themselves, and calls in two halves."""

import pytest

from validation.examples import Wire, chunk, entry, header, tools
from validation.facts.carriage import Body
from validation.facts.streams import Choice, Repeat
from validation.reassembly.streams import StreamRecorder

OSLO = '{"city":"Oslo"}'


def choice_of(*deltas: Wire) -> Choice:
    recorder = StreamRecorder(0, (0, 1, 0, 1), Body())
    for number, delta in enumerate(deltas):
        recorder.chunk(chunk(delta), (number, number + 1, number * 10, number * 10 + 9))
    return recorder.close().choices[0]


def repeat_of(*pieces: str) -> Repeat | None:
    return choice_of(tools(header()), *(tools(entry(piece)) for piece in pieces)).calls[0].repeat


@pytest.mark.parametrize(
    ("pieces", "repeat"),
    [
        ((OSLO[:5], OSLO[:9], OSLO), Repeat.SNAPSHOTS),
        ((OSLO[:5], OSLO[5:], OSLO), Repeat.REPLAY),
        ((OSLO[:5], OSLO[5:], "", OSLO), Repeat.REPLAY),
        ((OSLO, OSLO), Repeat.REPLAY),
        ((OSLO[:5], OSLO[5:]), None),
        ((OSLO[:5], OSLO[5:], OSLO[:5]), None),
        ((OSLO,), None),
        ((), None),
    ],
)
def test_a_repeat_is_told_by_the_last_fragment(pieces: tuple[str, ...], repeat: Repeat | None) -> None:
    assert repeat_of(*pieces) is repeat


def test_free_text_of_custom_calls_may_repeat_itself() -> None:
    custom = {"index": 0, "id": "call_a", "type": "custom", "custom": {"name": "run", "input": OSLO}}
    assert choice_of(tools(custom), tools({"index": 0, "custom": {"input": OSLO}})).calls[0].repeat is None


def test_nothing_is_rewritten_when_arguments_repeat() -> None:
    assert choice_of(tools(header()), tools(entry(OSLO)), tools(entry(OSLO))).calls[0].arguments == OSLO + OSLO


def test_a_text_is_joined_as_it_came_when_it_repeats() -> None:
    text = "It is four degrees in Oslo today, with wind."
    choice = choice_of(*({"content": text[:end]} for end in (5, 15, 30, 44)))
    assert choice.content_chars == 5 + 15 + 30 + 44
    seen = choice.content_repeats.get(Repeat.SNAPSHOTS)
    assert seen is not None
    assert (seen.first.chunk, seen.count) == (3, 1)


def test_reasoning_under_two_keys_is_kept_once() -> None:
    choice = choice_of({"reasoning": "So", "reasoning_content": "So"}, {"reasoning": " it", "reasoning_content": " goes"})
    assert "".join(choice.reasoning) == "So it goes"
    assert choice.reasoning_twice is not None
    assert choice.reasoning_twice.count == 1


def test_the_same_word_in_two_deltas_is_not_the_same_text_under_two_keys() -> None:
    choice = choice_of({"reasoning": "So"}, {"reasoning_content": "So"})
    assert "".join(choice.reasoning) == "SoSo"
    assert choice.reasoning_twice is None


def test_halves_of_a_call_are_paired_and_kept_apart() -> None:
    choice = choice_of(tools(header(index=2)), tools(entry(OSLO, index=0)))
    assert [(one.slot, other.slot) for one, other in choice.splits] == [("2", "0")]
    assert [call.arguments for call in choice.calls] == ["", OSLO]


def test_empty_entries_are_counted_by_the_row() -> None:
    call = choice_of(tools(header()), *(tools(entry(piece)) for piece in ("", "", '{"a":', "", "", "", "1}", ""))).calls[0]
    assert call.empty_entries is not None
    assert (call.empty_entries.count, call.empty_run) == (6, 3)


def test_places_are_kept_for_pieces_in_which_markup_may_begin() -> None:
    choice = choice_of({"content": "Let me "}, {"content": "see. "}, {"content": "<tool"}, {"content": "_call>"}, {"content": "[1]"})
    assert [(char, spot.chunk) for char, spot in choice.content_spots] == [(0, 0), (12, 2), (23, 4)]
    assert [choice.content_spot(char).chunk for char in (0, 11, 12, 22, 23, 99)] == [0, 0, 2, 2, 4, 4]


def test_places_of_markup_are_bounded() -> None:
    assert len(choice_of(*({"content": "<b>"} for _ in range(1_000))).content_spots) == 256


def test_content_without_any_text_leaves_one_place() -> None:
    choice = choice_of(*({"content": {}} for _ in range(1_000)))
    assert len(choice.content_spots) == 1
    assert choice.content_odd.total == 1_000
