from validation.examples import assistant, history, result, user
from validation.facts.histories import Binding, Result, short_id
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, rule


@rule(
    "HIS502",
    judges=Result,
    letters=row("error", vllm="warning", permissive="warning"),
    params={"message": PLACE, "id": WORD},
    says="Message {message} is a result for {id}, but no call before it has this id, and no calls stand directly before it.",
    expected="an assistant message with the call directly before its results",
    actual="a tool message for {id} on its own",
    why="The receiver cannot tell what this is the answer to, and hosted endpoints refuse the whole request.",
    fix="Client: trim a history at whole turns, so that a call and its results stay or go together. Here: drop it, or restore the call.",
    breaks=[
        "OpenAI, Azure, DashScope, DeepSeek: 400, messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
        "Mistral: Unexpected role 'tool' after role 'user'",
        "Anthropic: unexpected tool_use_id found in tool_result blocks",
        "vLLM, SGLang, llama.cpp, Ollama: not checked, the template decides",
    ],
    bad=[
        history(user(), result("call_a"), assistant(content="It is 4 degrees."), note="the call was trimmed away"),
        history(
            user(), assistant("call_a"), result("call_a"), assistant(content="4 degrees."), user("And tomorrow?"), result("call_b"),
            note="older calls are all answered",
        ),
    ],
    good=[history(user(), assistant("call_a"), result("call_a"), assistant(content="It is 4 degrees."))],
    see=["langchain-ai/langchain#33245", "FoundationAgents/OpenManus#23", "run-llama/llama_index#10493", "anthropics/claude-code#18947"],
)  # fmt: skip
def tool_result_orphan(result: Result) -> Findings:
    """A result stands where no call precedes it.

    No assistant message with calls stands directly before this run of tool messages, and no earlier call has the id. Usually a history was
    cut between a call and its result: the last messages were kept, a summary replaced the head, or the calls were lost when the
    history was stored.

    A result whose call stands further up is HIS507 (that call is still open) or HIS504 (it already has a result); one whose call comes
    later is HIS509.
    """
    if result.binding is Binding.ORPHAN:
        yield found(result, result.spot, message=result.message.index, id=short_id(result.id))
