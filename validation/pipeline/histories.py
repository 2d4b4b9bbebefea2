"""The histories of a body: read, marked and handed to the court. Some wait: whether a history or a message stands alone, the end tells."""

from collections.abc import Callable, Iterable, Iterator

from validation.decoding.wrappers.homemade import session_of
from validation.facts.carriage import Join, Piece, Wrapped
from validation.facts.places import At, Within, nearest
from validation.pipeline.context import Context
from validation.reassembly.foreign_histories import read_foreign, stop_short
from validation.reassembly.histories import read_history
from validation.reassembly.streams import StreamRecorder


class Histories:
    """Reads the histories of one body. A message that is a record of its own is kept with the others of its group until the end.

    `finished`: the streams before this place that have finished and may still go on: a history should give back what they brought.
    """

    def __init__(self, context: Context, finished: Callable[[], Iterable[StreamRecorder]]) -> None:
        self._context = context
        self._finished = finished
        self._first: tuple[object, At, int] | None = None
        self._several = False
        self._records: list[tuple[str, Piece]] = []
        self._loose: dict[str, list[Piece]] = {}
        self._joins: dict[str, Join] = {}

    def line(self, wire: object, at: At) -> None:
        """Take a record that is a history.

        The first line that may be a training example waits for a second one like it: two or more without a model are training examples. The
        elements of one document are not, as far as is known. A list of messages waits for the next history, since the stream before it may
        only end with the file.
        """
        if self._context.facts.container == "jsonl" and not self._several:
            waits = None if self._first is None else self._first[0]
            self._several = _is_bare(wire) and _is_bare(waits)
            if self._several or isinstance(waits, list):
                self._read_first()
            if self._first is None and not self._several and (_is_bare(wire) or isinstance(wire, list)):
                self._first = (wire, at, self._context.court.opened())
                return
        self.read(wire, at)

    def _read_first(self) -> None:
        if self._first is not None:
            (wire, at, number), self._first = self._first, None
            self.read(wire, at, number=number)

    def message(self, wire: object, at: At) -> None:
        """Keep a message that is a record, with the others of the conversation that it names."""
        self._records.append((session_of(wire), Piece(wire, at, "")))

    @property
    def has_messages(self) -> bool:
        """True when messages came that were records."""
        return bool(self._records)

    def part_of_group(self, part: Wrapped, at: At) -> None:
        """Keep a message that stands in a wrapper, with the others of its group; one of none stands among those that are records."""
        piece = Piece(part.value, at, part.pointer) if not part.via else Piece(part.value, Within(at, part.pointer, part.via), "")
        if part.group:
            self._loose.setdefault(part.group, []).append(piece)
        else:
            self._records.append(("", piece))
        if part.join is not None:
            self._joins[part.group] = part.join

    def groups(self) -> Iterator[tuple[list[Piece], Join | None]]:
        """The messages that were kept, group by group, and what their wrapper makes of them; None: they are one history.

        Those that were records are one a conversation if each of them names it, else they are one.
        """
        conversations: dict[str, list[Piece]] = {}
        each = all(session for session, _ in self._records)
        for session, piece in self._records:
            conversations.setdefault(session if each else "", []).append(piece)
        yield from ((pieces, self._joins.get("")) for pieces in conversations.values())
        yield from ((pieces, self._joins.get(group)) for group, pieces in self._loose.items())

    def end(self) -> None:
        """The body is over: a history that still waits stands alone."""
        self._read_first()

    def read_pieces(self, pieces: list[Piece]) -> None:
        """Read messages that were records of their own as one history."""
        self.read([piece.value for piece in pieces], pieces[0].at, places=[(piece.at, piece.pointer) for piece in pieces])

    def read(
        self, wire: object, at: At, part: Wrapped | None = None, *, places: list[tuple[At, str]] | None = None, number: int | None = None
    ) -> None:
        """Read one history and hand it to the court.

        `part`: it stands in a wrapper. `places`: where each of its messages stands. `number`: its number, where it waited.
        """
        context = self._context
        court = context.court
        history = read_history(
            wire, nearest(at) if part is not None else at, court.opened() if number is None else number, context.new_body(),
            purpose=court.purpose,
            request=part.request if part else context.request,
            lines_of_histories=self._several and isinstance(wire, dict) and part is None, places=places,
        )  # fmt: skip
        read_foreign(history)
        context.mark(history, at, part)
        if context.facts.cut:
            stop_short(history)
        if part is not None:
            history.exchange, history.finishes = part.exchange, part.finishes
        purpose = part.purpose if part is not None else context.purpose
        if court.purpose is None and purpose:
            history.purpose = purpose
        for recorder in self._finished() if history.calls else ():
            court.note_for_histories(recorder.so_far)
        court.history(history)


def _is_bare(wire: object) -> bool:
    """True for an object with messages and no model: beside others like it a line of a training set."""
    model = wire.get("model") if isinstance(wire, dict) else ""
    return isinstance(wire, dict) and not (isinstance(model, str) and model)
