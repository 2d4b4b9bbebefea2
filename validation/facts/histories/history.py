"""What was seen of one list of messages as a whole: where it stands, what is declared beside it, what it is for."""

from collections.abc import Iterator, Mapping, Sequence, Set

from validation.facts.budgets import Budget
from validation.facts.carriage import NO_FINISHES, Body
from validation.facts.declarations import Declarations
from validation.facts.histories.calls import HistoryCall
from validation.facts.histories.messages import Message
from validation.facts.histories.results import Result
from validation.facts.histories.turns import Split, Turn
from validation.facts.places import WHOLE, At, MessageSpot, Origin, Scope, Sources, Spot, Tally
from validation.facts.requests import Request
from validation.facts.tools import NO_TOOLS, Tools

SEND = "send"
ARCHIVE = "archive"
TRAIN = "train"


class History:
    """One list of messages, as a record or a part of a wrapper holds it.

    `shape`: "array", "messages" (an object with `messages`), "request" (with `model` beside them) or "training-line". `pointer`: JSON
    pointer of the array inside the record. `not_array`: the JSON type of what stands where the array belongs, "" when it is one. `tools`:
    what stands beside the messages or in the request, None when unknown, and `tool_list` what it holds, entry by entry. `bare_lines`: a
    training line by nothing but that there are several like it. `reasoned`: ids of calls that a stream of the same file brought together
    with a reasoning text, and where; `signed`: the same with Google's extra content. `foreign`: "anthropic" for a history of that format
    (`tool_use` and `tool_result` parts, no `tool_calls`). `lost`: what a wrapper did not keep ("arguments-text", "type" ...), or "rest"
    where the file stops inside. `exchange`:
    what a log says of it, "answered" (its last message is the answer), "unanswered" (a request without one), "" (nothing). `limits`: what
    was beyond the bounds of the engine, with place and count. `places`: the record, and the pointer inside it, of each message when every
    one is a record of its own. `origin`: the wrapper. `sources`: where the parts of a history stand that was put together. `finishes`:
    message -> the finish_reason that a log has beside it, always of an assistant message.
    """

    __slots__ = (
        "_declared", "at", "bare_lines", "body", "budget", "exchange", "finishes", "foreign", "is_request_body", "limits", "lost",
        "messages", "not_array", "number", "origin", "places", "pointer", "purpose", "purpose_inferred", "reasoned", "request", "results",
        "shape", "signed", "sources", "splits", "tool_list", "tools", "turns",
    )  # fmt: skip

    def __init__(self, number: int, at: At, body: Body, shape: str, pointer: str) -> None:
        self.number = number
        self.at = at
        self.body = body
        self.shape = shape
        self.pointer = pointer
        self.places: Sequence[tuple[At, str]] | None = None
        self.purpose = ARCHIVE
        self.purpose_inferred = True
        self.messages: list[Message] = []
        self.turns: list[Turn] = []
        self.results: list[Result] = []
        self.splits: list[Split] = []
        self.not_array = ""
        self.tools: object = None
        self.tool_list: Tools = NO_TOOLS
        self.bare_lines = False
        self.reasoned: Mapping[str, Spot] = {}
        self.signed: Set[str] = frozenset()
        self.request: Request | None = None
        self.foreign: str | None = None
        self.origin: Origin | None = None
        self.sources: Sources | None = None
        self.finishes: Mapping[int, str] = NO_FINISHES
        self.lost: frozenset[str] = frozenset()
        self.exchange = ""
        self.is_request_body = shape == "request"
        self.limits = Tally()
        self.budget = Budget()
        self._declared: Declarations | None = None

    @property
    def to_be_sent(self) -> bool:
        """True for a history that goes to an endpoint as it is."""
        return self.purpose == SEND

    @property
    def declared(self) -> Declarations:
        """The tools declared beside the messages or in the request, by name."""
        if self._declared is None:
            request = self.request
            self._declared = request.declared if request is not None and request.tools is self.tools else Declarations(self.tools)
        return self._declared

    @property
    def calls(self) -> list[HistoryCall]:
        """Every call of every turn."""
        return [call for turn in self.turns for call in turn.calls]

    def ids(self) -> Iterator[tuple[HistoryCall | Result, str]]:
        """Every id: of the calls, then of the results that do not just repeat the id of their call."""
        for call in self.calls:
            if call.id is not None:
                yield call, call.id
        for result in self.results:
            if result.id is not None and result.call is None and result.first is None:
                yield result, result.id

    @property
    def spot(self) -> MessageSpot:
        """Where the history begins."""
        return MessageSpot(0, self.at, self.pointer)

    @property
    def scope(self) -> Scope:
        """The whole history."""
        return WHOLE
