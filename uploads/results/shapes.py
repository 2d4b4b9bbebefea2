"""What the read queries give back."""

from dataclasses import dataclass, field

from validation.finding import Finding


@dataclass(frozen=True)
class Weighed:
    """A finding as the engine knows it, with what it weighs under the profile asked for.

    `root`: it counts; else it is shown beneath its cause. `caused`: the stored findings beneath a root, in file order, at most 50.
    """

    number: int
    finding: Finding
    letter: str
    root: bool
    caused: list["Weighed"] = field(default_factory=list)


@dataclass(frozen=True)
class Page:
    """A page of findings and the cursor of the next one, or None after the last.

    `total`: how many match, exactly; those that were counted and not stored are among them unless a place was asked for.
    """

    findings: list[Weighed]
    next: str | None
    total: int


@dataclass(frozen=True)
class RawLine:
    """A piece of the upload. `number`: its line from 1; `byte`, `byte_end`: where it stands; `record` where it is known to be one.

    `text` has no line end, is cut to 64 KiB (`cut` says so), and has bytes that are not UTF-8 written out (`\\xff`); control characters
    are left as they are.
    """

    number: int
    byte: int
    byte_end: int
    text: str
    cut: bool
    record: int | None = None


@dataclass(frozen=True)
class Excerpt:
    """The line around a place, in three pieces: what stands before, the range itself, what follows. Texts as in `RawLine`.

    `line`: the line where the range begins. A range may hold line ends. `cut_before`, `cut_after`: there is more of the line there;
    `cut_marked`: there is more of the range.
    """

    line: int
    before: str
    marked: str
    after: str
    cut_before: bool = False
    cut_marked: bool = False
    cut_after: bool = False


@dataclass(frozen=True)
class Group:
    """All findings of one rule under a profile: heaviest letter, exact number of roots, how many of them are stored, and of caused ones."""

    rule: str
    letter: str
    number: int
    stored: int
    caused: int
