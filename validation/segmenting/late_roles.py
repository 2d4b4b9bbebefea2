"""Roles that come alone under the id of an answer that is whole: what follows shows whether they open another one."""

from typing import Any, Generic, NamedTuple

from validation.facts.places import At
from validation.segmenting.open_streams import OpenStream, R

Wire = dict[str, Any]


class LateRole(NamedTuple, Generic[R]):
    """A chunk with nothing but a role behind the end of `stream`, and where it stands."""

    stream: OpenStream[R]
    wire: Wire
    at: At


class LateRoles(Generic[R]):
    """One such chunk an id. The next chunk with this id shows that it opened another answer; where none comes, it was late."""

    def __init__(self) -> None:
        self._of_id: dict[str, LateRole[R]] = {}

    def hold(self, id: str, role: LateRole[R]) -> None:
        """Wait for what follows `role`."""
        self._of_id[id] = role

    def take(self, id: str) -> LateRole[R] | None:
        """The one that waits under this id, which waits no longer."""
        return self._of_id.pop(id, None)

    def all(self) -> list[LateRole[R]]:
        """Those behind which nothing came. None waits any longer."""
        roles = list(self._of_id.values())
        self._of_id.clear()
        return roles
