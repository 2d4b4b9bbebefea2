from validation.examples import assistant, history, result, user
from validation.facts.histories import HistoryCall, short_id
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule

RESULTS_SHOWN = 16


@rule(
    "HIS505",
    judges=HistoryCall,
    letters=row("error", vllm="warning", gemini_compat="warning", permissive="warning"),
    params={"message": PLACE, "id": WORD, "number": NUMBER, "results": NUMBER},
    says="Message {message} has {number} calls with the id {id}; results with that id: {results}.",
    expected="an id of its own for every call of a message",
    actual="{number} calls with {id}",
    why="The id is all that links a result to its call: two results with one id cannot be told apart, and strict endpoints refuse them.",
    fix="Client: give the second call and its result a new id. Server: make ids that are unique in a response.",
    breaks=[
        "Mistral v11 and later: Duplicate tool call id; older versions accept it",
        "Anthropic: tool_use ids must be unique",
    ],
    bad=[history(user(), assistant("call_a", "call_a"), result("call_a"), result("call_a"))],
    good=[history(user(), assistant("call_a", "call_b"), result("call_a"), result("call_b"), note="one tool, called twice")],
    see=["openclaw/openclaw#47136", "BerriAI/litellm#23510", "bug-ops/zeph#6506"],
)
def call_id_duplicate_in_turn(call: HistoryCall) -> Findings:
    """Two calls of one message share an id.

    Parallel calls are answered by id. With one id for two calls the receiver guesses by position, overwrites one result with the other, or
    refuses the request. The id takes as many results as calls have it; one more is HIS504.

    The same id in two different messages is HIS506.
    """
    if call.twins:
        named = sorted((result for each in (call, *call.twins) for result in each.results), key=lambda result: result.message.index)
        yield found(
            call, call.twins[0].spot, pointer="/id", related=tuple(result.spot for result in named[:RESULTS_SHOWN]),
            message=call.turn.message.index, id=short_id(call.id), number=1 + len(call.twins), results=len(named),
        )  # fmt: skip
