"""An event of an event stream, from its first line to the blank line, when it is more than one plain data line."""

from typing import Final

from validation.decoding.entries import Entry, excerpt, remark
from validation.decoding.event_data import DataLine, EventData, data_line
from validation.decoding.lines import MAX_LINE
from validation.decoding.refusals import why_line
from validation.decoding.spread_value import SpreadValue
from validation.decoding.stray_lines import METER, StrayLines
from validation.facts.carriage import (
    BLANK_LINE_MISSING,
    COMMENT,
    CUT_AT_END,
    EMPTY_DATA,
    EVENT_ERROR,
    EVENT_FIELD,
    FIELD_CASE,
    LINE_TOO_LONG,
    MULTILINE_DATA,
    NO_SPACE,
    UNTERMINATED,
    Remark,
)  # fmt: skip
from validation.shapes import lacks_type, names_type

FIELDS: Final = frozenset((b"data", b"event", b"id", b"retry"))
LINE_COST: Final = 128
"""What a held line costs beside its bytes; so many short lines count as much as one long one."""


class OpenEvent:
    """Collects the fields of one event and tells what they are, as soon as it can be known.

    `merged`: the data lines are events of their own whose blank lines are missing; they are told one by one, so that a file without any
    blank line is never held. `cut`: the event before, whose data stops inside a value; the end of the capture, unless anything follows.
    `spread`: how lines without a field name go on with the value of its data line.
    `type`: the name of this event, where its data may need it as its type; it holds nothing back. `foreign`: such a name came before.
    """

    def __init__(self, data: EventData) -> None:
        self.told = data
        self.foreign = False
        self.stray = StrayLines(data.decode)
        self.cut: DataLine | None = None
        self.cut_told: list[Entry] = []
        self.clear()

    def clear(self) -> None:
        """Begin a new event."""
        self.lines: list[DataLine] = []
        self.after: list[Entry] = []
        self.name: DataLine | None = None
        self.type = ""
        self.size = 0
        self.merged = False
        self.skipping = False
        self.spread = SpreadValue(self.told)

    @property
    def empty(self) -> bool:
        """Whether nothing is held: the next line may be the first one of a plain event."""
        return not (self.lines or self.name or self.cut or self.merged or self.skipping or self.stray.waiting)

    def open(self, text: bytes, line: int, start: int, end: int) -> None:
        """Take over an event whose only line yet is `text`, which begins with `data: ` (the remark on a missing space was told)
        and has a line end."""
        value = text[6:-1]
        self.lines.append(DataLine(value, line, start, end, end - len(value)))

    def break_off(self) -> list[Entry]:
        """A part of the event is not held, so none of it is told but what came after its data. The caller tells that."""
        told = [*self.release_cut(), *self.stray.release(), *self.after]
        spread = self.spread
        self.clear()
        self.skipping, self.spread = True, spread
        return told

    def overflow(self) -> list[Entry]:
        """The event has become too long to be held."""
        first, last = self.lines[0], self.lines[-1]
        return [remark(LINE_TOO_LONG, "an event of more than 16 MiB", first.line, first.start, last.end), *self.break_off()]

    def field(self, text: bytes, line: int, start: int) -> list[Entry]:
        """One line that is not blank. Returns what can be told already."""
        told = self.release_cut()
        name, _, value = text.partition(b":")
        if self.stray.waiting:
            if name not in FIELDS and name:
                return told + self.add_stray(text, line, start)
            told += self.hold_back(self.stray.release())
        if not name:
            told.append(remark(COMMENT, excerpt(value.strip()), line, start, start + len(text), 0))
        elif name == b"data":
            told += self.data(text, line, start)
        elif name == b"event":
            told += self.named(text, line, start)
        elif name.lower() == b"data":
            told.append(remark(FIELD_CASE, excerpt(name), line, start, start + len(text), 0))
            told += self.data(b"data" + text[4:], line, start)
        elif name not in FIELDS:
            if meter := METER.match(text):
                return told + self.field(text[meter.end() :], line, start + meter.end())
            told += self.add_stray(text, line, start)
        return told

    def data(self, text: bytes, line: int, start: int) -> list[Entry]:
        """A `data` field."""
        new = data_line(text, line, start)
        told = [] if text[5:6] == b" " or not new.value else [remark(NO_SPACE, "", line, start, new.end, 0)]
        if self.skipping:
            return told
        if self.spread.begun:
            first = self.lines[0]
            told += [remark(BLANK_LINE_MISSING, excerpt(new.value), first.line, first.start, new.end, 0), *self.event()]
            self.clear()
        if not self.merged:
            self.merged = len(self.lines) == 1 and bool(new.value.strip()) and self.told.alone(self.lines[0].value)
            if self.merged:
                return told + self.split(self.lines.pop(), new)
            return told + self.hold(new)
        return told + (self.tell(new) if new.value.strip() else [])

    def hold(self, new: DataLine) -> list[Entry]:
        """Keep one more data line of this event, if there is room."""
        self.lines.append(new)
        self.size += len(new.value) + LINE_COST
        return self.overflow() if self.size > MAX_LINE else []

    def split(self, *lines: DataLine) -> list[Entry]:
        """Data lines that are events of their own."""
        first, second = lines[:2]
        missing = remark(BLANK_LINE_MISSING, excerpt(second.value), first.line, first.start, second.end, 0)
        return [missing, *(entry for one in lines if one.value.strip() for entry in self.tell(one))]

    def tell(self, one: DataLine, refusal: str | None = None) -> list[Entry]:
        """What one data line by itself is."""
        return self.told.entries(*one, refusal)

    def named(self, text: bytes, line: int, start: int) -> list[Entry]:
        """An `event` field. Only the name of an error is kept, and one that the data may need as its type; the last name counts."""
        new = data_line(text, line, start, 6)
        self.name = new if new.value == b"error" else None
        shown = excerpt(new.value)
        self.type = shown if names_type(shown) or (self.name and self.foreign) else ""
        self.foreign = self.foreign or bool(self.type)
        return [] if self.name else [remark(EVENT_FIELD, shown, line, start, new.end, 0)]

    def told_name(self, numbered: int = 0) -> list[Entry]:
        """The remark on an event named error."""
        if self.name is None:
            return []
        shown = excerpt(b"\n".join(one.value for one in self.lines[:8]))
        return [remark(EVENT_ERROR, shown, *self.name[1:4], numbered)]

    def add_stray(self, text: bytes, line: int, start: int) -> list[Entry]:
        """A line that is no field of an event stream."""
        if self.skipping and self.spread.begun:
            return []
        alone = len(self.lines) == 1 and not self.after
        if self.spread.takes(text, self.lines[0].value if alone else None):
            return self.hold(DataLine(text, line, start, start + len(text), start))
        return self.hold_back(self.stray.line(text, line, start))

    def hold_back(self, told: list[Entry]) -> list[Entry]:
        """Keep what comes after the data of this event until the data is told; records keep the order of the file."""
        if not self.lines or not told:
            return told
        self.after += told
        self.size += sum(entry[2] - entry[1] + LINE_COST for entry in told)
        return self.overflow() if self.size > MAX_LINE else []

    def dispatch(self, error: BaseException | None = None) -> list[Entry]:
        """The blank line: what the event was. `error`: what the decoder raised for its one line with its end, if it was asked."""
        if self.cut:
            return []
        told = self.hold_back(self.stray.release()) if self.stray.held else []
        refusal = why_line(self.lines[0].value, error, self.told.decode) if error else None
        of_event = self.event(refusal)
        if not told and self.told.stopped and len(self.lines) == 1 and len(of_event) == 1:
            self.cut, self.cut_told = self.lines[0], of_event
        else:
            told += of_event
        self.clear()
        return told

    def event(self, refusal: str | None = None) -> list[Entry]:
        """Name, data and what came after the data."""
        data = self.joined(refusal)
        if self.type:
            self.give_type(*(entry[3] for entry in data))
        if self.name is None or any(not isinstance(entry[3], Remark) for entry in data):
            return [*self.told_name(), *data, *self.after]
        return [*self.told_name(numbered=1), *self.after]

    def give_type(self, *values: object) -> None:
        """Put the name of the event into its data, where that does not say its type itself."""
        for value in values:
            if isinstance(value, dict) and lacks_type(value, self.type):
                value["type"] = self.type
        self.type = ""

    def joined(self, refusal: str | None) -> list[Entry]:
        """What the data is, its lines joined."""
        if self.spread.begun and self.lines:
            return self.spread.entries(self.lines, self.stray)
        if len(self.lines) < 2:
            return self.tell(self.lines[0], refusal) if self.lines else []
        first, last = self.lines[0], self.lines[-1]
        told = self.told.entries(b"\n".join(one.value for one in self.lines), first.line, first.start, last.end)
        if not isinstance(told[0][3], Remark) or told[0][3].kind == EMPTY_DATA:
            return [remark(MULTILINE_DATA, f"{len(self.lines)} data lines", first.line, first.start, last.end, 0), *told]
        if any(self.told.alone(one.value) for one in self.lines):
            return self.split(*self.lines)
        return told

    def release_cut(self) -> list[Entry]:
        """Something follows the event that stops inside a value: so it was not the end of the capture."""
        told, self.cut, self.cut_told = self.cut_told, None, []
        return told

    def end(self, *, open_line: bool, pasted: bool) -> list[Entry]:
        """The file has ended. An event without a blank line after it is lost to clients; here it is told with a remark."""
        if self.cut:
            return [remark(CUT_AT_END, excerpt(self.cut.value), *self.cut[1:4])]
        told = self.hold_back(self.stray.release())
        if not self.lines:
            return told + self.event()
        first, last = self.lines[0], self.lines[-1]
        text = b"\n".join(one.value for one in self.lines)
        if (text.strip() or open_line) and self.told.stops_inside(text):
            cut = remark(CUT_AT_END, excerpt(last.value), first.line, first.start, last.end)
            return [*told, *self.told_name(), cut, *self.after]
        if not (pasted or text == b"[DONE]" or not text.strip()):
            told.append(remark(UNTERMINATED, excerpt(text), first.line, first.start, last.end, 0))
        return told + self.event()
