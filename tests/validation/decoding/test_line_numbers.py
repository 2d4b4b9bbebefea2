"""Line numbers in a long text are those that counting from its start gives."""

import random

import pytest

from validation.decoding.line_numbers import BLOCK, LineNumbers
from validation.decoding.lines import count_ends


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("width", [1, 7, 4_096])
def test_every_place_has_the_lines_before_it(end: bytes, width: int) -> None:
    text = (b"x" * width + end) * (3 * BLOCK // width)
    lines = LineNumbers(text)
    dice = random.Random(width)
    around = [block * BLOCK + step for block in range(4) for step in (-2, -1, 0, 1, 2) if block * BLOCK + step >= 0]
    for place in [*around, len(text), *(dice.randrange(len(text)) for _ in range(20))]:
        assert lines.before(place) == count_ends(text, 0, place)


def test_a_line_end_that_lies_across_two_blocks_is_one() -> None:
    text = b"x" * (BLOCK - 1) + b"\r\n" + b"y" * BLOCK
    assert LineNumbers(text).before(BLOCK + 5) == 1
    assert LineNumbers(text).before(2 * BLOCK) == 1
