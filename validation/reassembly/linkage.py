"""Which call each tool message answers: the linkage of a history, settled once (the catalogue's table 2.3).

One walk gives every tool message its binding by what stands before it; what needs the whole history (a result before its call, the calls
that nothing answers) is settled behind it. Every look-up is by id in a dict, so the cost is linear in the number of messages.
"""

from validation.facts.histories import Binding, History, HistoryCall, IdState, Message, Result, Split, Turn
from validation.reassembly.near_ids import Pairing


def link(history: History) -> None:
    """Bind every result of `history` and say of every turn what became of its calls."""
    walk = _Walk()
    results = iter(history.results)
    for message in history.messages:
        if message.role == "tool":
            walk.take(next(results))
        else:
            walk.meet(message)
    walk.close(None)
    _find_early(history)
    _find_late(history)
    pairing = Pairing()
    for turn in history.turns:
        _settle(turn, pairing)
    if history.limits and history.turns:
        history.turns[-1].pending = []  # the history goes on beyond what was read


class _Walk:
    """What is known at one message. `waiting`: id -> calls of the open block without a result, the next one last; `open_calls`: the same
    for closed blocks, the newest turn last. `answered`: id -> the first result in the newest turn where that id was answered."""

    def __init__(self) -> None:
        self.block: Turn | None = None
        self.waiting: dict[str, list[HistoryCall]] = {}
        self.open_calls: dict[str, list[HistoryCall]] = {}
        self.answered: dict[str, Result] = {}
        self.used: dict[str, HistoryCall] = {}
        self.run_starts = 0
        """The first of the neighbouring turns that end with the open block: its message."""

    def meet(self, message: Message) -> None:
        """A message that is no result: it ends the open block, and opens one where it has calls."""
        previous = self.block
        self.close(message)
        if message.turn is None:
            return
        if previous is None or previous.message.index != message.index - 1:
            self.run_starts = message.index
        self.block = message.turn
        for call in message.turn.calls:
            if call.id is not None:
                self._declare(call, call.id)
        for calls in self.waiting.values():
            calls.reverse()

    def _declare(self, call: HistoryCall, id: str) -> None:
        twins = self.waiting.setdefault(id, [])
        if twins:
            twins[0].twins.append(call)
        else:
            call.earlier = self.used.get(id)
            if call.earlier is not None:
                call.earlier.reused = True
            self.used[id] = call
        twins.append(call)

    def close(self, message: Message | None) -> None:
        """End the open block at `message` (None: the end of the history)."""
        if self.block is not None:
            self.block.closed_by = message
        for id, calls in self.waiting.items():
            if calls:
                self.open_calls.setdefault(id, []).extend(calls)
        self.waiting = {}
        self.block = None

    def take(self, result: Result) -> None:
        """Bind one result by what stands before it; the first line of the table that fits."""
        result.block = self.block
        if self.block is not None:
            self.block.results.append(result)
        id = result.id
        if id is None:
            result.binding = Binding.NO_ID
        elif id in self.waiting:
            self._in_block(result, id)
        elif self.open_calls.get(id):
            self._late(result, id)
        elif id in self.answered:
            self._surplus(result, id)
        else:
            result.binding = Binding.ORPHAN if self.block is None else Binding.UNKNOWN

    def _in_block(self, result: Result, id: str) -> None:
        if self.waiting[id]:
            result.binding = Binding.BOUND
            self._answer(self.waiting[id].pop(), result, id)
        else:
            self._surplus(result, id)

    def _late(self, result: Result, id: str) -> None:
        call = self.open_calls[id].pop()
        result.binding = Binding.LATE
        result.split = self.block is not None and call.turn.message.index >= self.run_starts
        self._answer(call, result, id)

    def _surplus(self, result: Result, id: str) -> None:
        result.binding = Binding.SURPLUS
        result.first = self.answered[id]
        if result.first.call is not None:
            result.first.call.results.append(result)

    def _answer(self, call: HistoryCall, result: Result, id: str) -> None:
        result.call = call
        call.answer = result
        call.results.append(result)
        known = self.answered.get(id)
        if known is None or known.call is None or known.call.turn is not call.turn:
            self.answered[id] = result


def _find_early(history: History) -> None:
    """Results whose id is declared only behind them, and not answered there.

    What is still without a call had no declaration before it, so any call with its id stands behind it.
    """
    unanswered: dict[str, HistoryCall] = {}
    for call in reversed(history.calls):
        if call.id is not None and call.answer is None:
            unanswered[call.id] = call
    for result in history.results:
        if result.binding in (Binding.UNKNOWN, Binding.ORPHAN) and result.id in unanswered:
            result.binding = Binding.EARLY
            result.call = unanswered[result.id]
            result.call.early = result.call.early or result
            result.call.results.append(result)


def _find_late(history: History) -> None:
    """Give late results to their turns, or, where a reply was stored as neighbouring messages, to one split."""
    splits: dict[int, list[Result]] = {}
    for result in history.results:
        if result.binding is not Binding.LATE or result.call is None:
            continue
        if result.split and result.block is not None:
            splits.setdefault(result.block.number, []).append(result)
        else:
            result.call.turn.late.append(result)
    for last, results in splits.items():
        first = min(result.call.turn.number for result in results if result.call)
        split = Split(history.turns[first : last + 1], results)
        history.splits.append(split)
        for turn in split.turns:
            turn.split = split


def _settle(turn: Turn, pairing: Pairing) -> None:
    """What became of the calls of one turn that its block left open."""
    unknown = [result for result in turn.results if result.binding is Binding.UNKNOWN]
    left = [call for call in turn.calls if call.id_state is IdState.GIVEN and not (call.answer or call.early)]
    pairing.pair(unknown, left)
    # An id that a later turn uses again, or that a twin has a result for, is told by the finding on that id.
    told = {call.id for call in turn.calls if call.reused or (call.twins and (call.answer or call.early))}
    open_calls = [call for call in left if call.unknown is None and call.id not in told]
    # Calls that share an id are told by the finding on it, and stand here only where no other call is open.
    twins = {call.id for call in turn.calls if call.twins}
    open_calls = [call for call in open_calls if call.id not in twins] or open_calls
    if turn.closed_by is None:
        turn.pending = open_calls
    else:
        turn.missing = open_calls
    bound = [result for result in turn.results if result.binding is Binding.BOUND]
    numbers = [result.call.number for result in bound if result.call]
    if numbers != sorted(numbers):
        turn.out_of_order = bound
