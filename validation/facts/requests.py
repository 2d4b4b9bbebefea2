"""The request that led to a stream, or that a history is about to become: only what rules ask for, and None where it was not given."""

from collections.abc import Mapping
from typing import Any

from validation.facts.declarations import Declarations


class Request:
    """What is known of the request. Nothing here is ever guessed: an absent key stays None.

    `tool_choice` is the wire value ("auto", "required", "none" or an object); `named_function` the name it forces, if it forces one.
    """

    __slots__ = ("_declared", "max_tokens", "messages", "model", "n", "parallel_tool_calls", "stream_options", "tool_choice", "tools")

    def __init__(self, wire: Mapping[str, Any]) -> None:
        self.model = wire.get("model")
        self.tools = wire.get("tools")
        self.tool_choice = wire.get("tool_choice")
        self.parallel_tool_calls = wire.get("parallel_tool_calls")
        self.stream_options = wire.get("stream_options")
        limits = [wire.get("max_completion_tokens"), wire.get("max_tokens")]
        self.max_tokens = next((limit for limit in limits if limit is not None), None)
        self.n = wire.get("n")
        self.messages = wire.get("messages")
        self._declared: Declarations | None = None

    @property
    def declared(self) -> Declarations:
        """The declared tools by name."""
        if self._declared is None:
            self._declared = Declarations(self.tools)
        return self._declared

    @property
    def named_function(self) -> str | None:
        """The function that `tool_choice` forces by name, or None."""
        choice = self.tool_choice
        if not isinstance(choice, Mapping):
            return None
        function = choice.get("function") or choice.get("custom")
        name = function.get("name") if isinstance(function, Mapping) else choice.get("name")
        return name if isinstance(name, str) else None

    @property
    def demand(self) -> str:
        """What `tool_choice` demands: "none", "required" (a forced function too), or "" when the model may choose."""
        choice = self.tool_choice
        if isinstance(choice, Mapping):
            listed = choice.get("allowed_tools", choice)
            choice = listed.get("mode", choice.get("type")) if isinstance(listed, Mapping) else ""
        if self.named_function or choice in ("required", "any"):
            return "required"
        return "none" if choice == "none" else ""

    @property
    def allowed_names(self) -> frozenset[str]:
        """The only tools that `tool_choice` allows; empty: any."""
        if self.named_function:
            return frozenset({self.named_function})
        choice = self.tool_choice if isinstance(self.tool_choice, Mapping) else {}
        listed = choice.get("allowed_tools", choice)
        allowed = Declarations(listed.get("tools") if isinstance(listed, Mapping) else None)
        return frozenset(allowed.by_name) if allowed.complete else frozenset()

    @property
    def choice_known(self) -> bool:
        """True when the request says how tools were chosen: a `tool_choice`, or tools whose default choice is "auto"."""
        return self.tool_choice is not None or bool(self.tools)
