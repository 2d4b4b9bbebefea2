import pytest

from uploads.web import joined, places, verdicts, words
from validation.finding import Place


@pytest.mark.parametrize(
    ("pointer", "path"),
    [
        ("/choices/0/finish_reason", "choices[0].finish_reason"),
        ("/messages/7/tool_calls/0/id", "messages[7].tool_calls[0].id"),
        ("/a~1b/c d", '["a/b"]["c d"]'),
        ("", ""),
        ("/0", "[0]"),
    ],
)
def test_a_pointer_is_written_as_people_write_paths(pointer: str, path: str) -> None:
    assert places.path(pointer) == path


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (81_000, "79 kB"), (1 << 30, "1 GB"), (1_500_000, "1.4 MB")]
)
def test_sizes_have_the_unit_that_suits_them(count: int, said: str) -> None:
    assert words.size(count) == said


def test_short_arguments_are_whole_and_long_ones_begin() -> None:
    pieces = [[number, "y" * 10] for number in range(5000)]
    whole = joined.joined(pieces[:3], lambda chunk: f"/raw#{chunk}")
    assert whole.whole is None
    assert whole.start.count('class="seam"') == 2
    long = joined.joined(pieces, lambda chunk: f"/raw#{chunk}")
    assert long.whole is not None
    assert (long.start.count("y"), long.whole.count("y"), long.left) == (joined.FOLDED, joined.WHOLE, "30,000")


def test_fragments_cannot_bring_markup() -> None:
    assert "<b>" not in joined.joined([[0, "<b"], [1, ">"]], lambda chunk: '"><b>').start


def test_a_place_inside_a_text_that_a_wrapper_holds_shows_the_way_in() -> None:
    inner = Place(line=9, pointer="/choices/0/finish_reason")
    place = Place(line=1, pointer="/log/entries/0/response/content/text", via="json-string", inner=inner)
    assert places.way(place) == "log.entries[0].response.content.text › line 9 › choices[0].finish_reason"
    assert places.way(inner) == "choices[0].finish_reason"


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((317, 0, 0, 318), "317 chunks"),
        ((1, 0, 0, 1), "1 chunk"),
        ((0, 2, 0, 2), "2 responses"),
        ((0, 1, 12, 1), "1 response and 12 messages"),
        ((5, 1, 1, 7), "5 chunks, 1 response and 1 message"),
        ((0, 0, 0, 1), "1 record"),
        ((0, 0, 0, 0), ""),
    ],
)
def test_what_was_judged_is_told_by_what_it_was(counts: tuple[int, int, int, int], said: str) -> None:
    assert verdicts.extent(*counts) == said
