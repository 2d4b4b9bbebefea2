"""What all segments of one body have in common: where it stands, what its wrapper lost, and the request that was given beside it."""

from validation.facts.carriage import Body, Input, Wrapped
from validation.facts.histories import History
from validation.facts.places import At, Origin
from validation.facts.requests import Request
from validation.facts.streams import Stream
from validation.pipeline.judging import Court


class Context:
    """The surroundings of one body of records.

    `facts`: what is seen of the body itself. `request`: given beside the file, it is that of the stream when there is only one; from a
    wrapper, it is that of all that the wrapper holds. `origin`: where in the file the body stands, None for the file. `lost`, `purpose`:
    what the wrapper did not keep, and what it says the histories are for.
    """

    def __init__(
        self,
        court: Court,
        facts: Input,
        request: Request | None = None,
        *,
        origin: Origin | None = None,
        lost: frozenset[str] = frozenset(),
        purpose: str = "",
    ) -> None:
        self.court = court
        self.facts = facts
        self._request = request
        self.origin = origin
        self.lost = lost
        self.purpose = purpose

    @property
    def request(self) -> Request | None:
        """The request that was given, else the one that stands before the answer in the file."""
        return self._request if self._request is not None else self.facts.request

    @request.setter
    def request(self, request: Request | None) -> None:
        self._request = self.facts.request = request

    def inside(self, part: Wrapped, at: At) -> "Context":
        """The surroundings of a body that a wrapper in the record at `at` holds as text."""
        origin = self.origin_of(part, at)
        return Context(self.court, Input(self.facts.name), part.request, origin=origin, lost=part.lost, purpose=part.purpose)

    def origin_of(self, part: Wrapped, at: At) -> Origin:
        """Where in the file `part` stands."""
        return Origin(at, part.pointer, part.via, self.origin)

    def new_body(self) -> Body:
        """What is seen of the carriage of one more segment."""
        return Body(self.facts.container, self.facts.pasted)

    def mark(self, segment: Stream | History, at: At, part: Wrapped | None = None) -> None:
        """Say where a segment comes from, and what was lost on the way. `part`: it is what a wrapper in the record at `at` holds."""
        if part is None:
            segment.origin, segment.lost = self.origin, self.lost
        else:
            segment.origin, segment.lost, segment.sources = self.origin_of(part, at), part.lost, part.sources
