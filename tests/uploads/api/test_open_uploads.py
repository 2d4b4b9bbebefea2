"""Which uploads are ended: judged at a moment that the test names, so that nothing here depends on a clock."""

import socket
from collections.abc import Iterator

import pytest

from uploads.api.open_uploads import BUSY, GRACE, STALL, TOO_SLOW, OpenUpload, OpenUploads
from uploads.api.threads import THREADS, a_place_to_wait


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    server, client = socket.socketpair()
    yield server, client
    server.close()
    client.close()


def judged(uploads: list[OpenUpload], allowed: int, later: float) -> list[str]:
    """Why each was ended when judged so many seconds after it began."""
    open_uploads = OpenUploads(allowed)
    open_uploads.judge(uploads, uploads[0].begun + later)
    return [upload.ended for upload in uploads]


def test_a_quick_one_is_left_alone() -> None:
    assert judged([OpenUpload(None), OpenUpload(None)], 0, GRACE / 2) == ["", ""]


def test_as_many_slow_ones_as_allowed_go_on_and_the_latest_end() -> None:
    assert judged([OpenUpload(None) for _ in range(4)], 2, GRACE + 1) == ["", "", BUSY, BUSY]


def test_one_that_stands_still_ends() -> None:
    assert judged([OpenUpload(None)], 1, STALL + 1) == [TOO_SLOW]


def test_one_that_moves_goes_on() -> None:
    upload = OpenUpload(None)
    upload.moved += STALL
    assert judged([upload], 1, STALL + 1) == [""]


def test_a_complete_one_holds_no_place() -> None:
    complete, arriving = OpenUpload(None), OpenUpload(None)
    complete.block_came(complete=True)
    assert judged([complete, arriving], 1, GRACE + 1) == ["", ""]
    assert judged([complete], 0, STALL + 1) == [""]


def test_a_place_is_free_again_when_a_slow_one_has_ended() -> None:
    open_uploads = OpenUploads(1)
    first, second = OpenUpload(None), OpenUpload(None)
    open_uploads.judge([first], first.begun + GRACE + 1)
    assert first.slow
    open_uploads.judge([second], second.begun + GRACE + 1)
    assert (second.slow, second.ended) == (True, "")


def test_ending_wakes_a_blocked_read_and_leaves_the_way_back_open(pair: tuple[socket.socket, socket.socket]) -> None:
    server, client = pair
    OpenUpload(server).end(BUSY)
    assert server.recv(10) == b""
    server.sendall(b"busy")
    assert client.recv(10) == b"busy"


def test_at_most_half_of_the_threads_may_wait() -> None:
    places = [a_place_to_wait() for _ in range(THREADS)]
    granted = [place.__enter__() for place in places]
    for place in places:
        place.__exit__(None, None, None)
    assert granted == [True] * (THREADS // 2) + [False] * (THREADS - THREADS // 2)
    with a_place_to_wait() as again:
        assert again
