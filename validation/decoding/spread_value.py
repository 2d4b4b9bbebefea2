"""A value over several lines of an event stream, of which only the first begins with `data:`: printers with indentation write it so."""

from validation.decoding.entries import Entry, remark
from validation.decoding.event_data import DataLine, EventData
from validation.decoding.refusals import parsed
from validation.decoding.stray_lines import StrayLines
from validation.decoding.values import deep, in_string, levels
from validation.facts.carriage import DATA_NOT_JSON


class SpreadValue:
    """Tells which lines go on with the value of a data line, and what they are together.

    `begun`: a line has gone on with it; `owed`: how many brackets are yet to close.
    """

    __slots__ = ("_told", "begun", "owed")

    def __init__(self, told: EventData) -> None:
        self.begun = False
        self.owed = 0
        self._told = told

    def takes(self, text: bytes, first: bytes | None) -> bool:
        """Whether a line without a field name goes on with the value. `first`: the data line right before it, None for other lines."""
        if not self.begun and first is not None:
            self.owed = 0 if in_string(first) else levels(first)
        if self.owed <= 0 or in_string(text) or self._told.alone(text):
            return False
        self.owed += levels(text)
        self.begun = True
        return True

    def entries(self, lines: list[DataLine], stray: StrayLines) -> list[Entry]:
        """The value of these lines; where they do not close it, each behind the first is told by itself."""
        first, last = lines[0], lines[-1]
        whole = b"\n".join(one.value for one in lines)
        value = parsed(whole, self._told.decode)
        if value is None or deep(whole, value[0]):
            others = [entry for one in lines[1:] for entry in stray.line(one.value, one.line, one.start)]
            return [*self._told.entries(*first), *others, *stray.release()]
        self._told.diagnosis.count += 1
        how = f"one value over {len(lines)} lines, only the first of which begins with data:; read as one"
        said = remark(DATA_NOT_JSON, how, first.line, first.start, last.end, 0)
        return [said, (first.line, first.start, last.end, value[0], 1)]
