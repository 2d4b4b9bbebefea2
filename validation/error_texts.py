"""What servers and clients say of a history or a stream that is wrong, and which rules tell why. Data; `error_search` reads it."""

from typing import NamedTuple


class ErrorText(NamedTuple):
    """One known error: its wordings (`{}` is a value of the sender), who says it, what it means, and the rules that find the cause,
    the likeliest first."""

    wordings: tuple[str, ...]
    senders: tuple[str, ...]
    means: str
    rules: tuple[str, ...]


ERROR_TEXTS = (
    ErrorText(
        ("must be followed by tool messages responding to each 'tool_call_id'",),
        ("OpenAI", "Azure", "DashScope", "Moonshot"),
        "A call of that assistant message has no result directly after it. The ids that are listed are those without one.",
        ("tool-result-missing", "tool-result-unknown-id", "tool-results-not-adjacent", "parallel-turn-split"),
    ),
    ErrorText(
        ("insufficient tool messages following tool_calls message",),
        ("DeepSeek",),
        "A call of an assistant message has no result directly after it. The ids are not listed.",
        ("tool-result-missing", "tool-results-not-adjacent", "parallel-turn-split"),
    ),
    ErrorText(
        ("must be a response to a preceeding message with 'tool_calls'", "must be a response to a preceding message with 'tool_calls'"),
        ("OpenAI", "DeepSeek", "DashScope"),
        "A tool message has no call directly before its block of results.",
        ("tool-result-orphan", "tool-results-not-adjacent", "tool-result-before-call"),
    ),
    ErrorText(
        ("Duplicate value for 'tool_call_id'",),
        ("OpenAI", "DeepSeek"),
        "Two results answer one id.",
        ("tool-result-duplicate", "call-id-duplicate-in-turn", "call-id-reused-across-turns"),
    ),
    ErrorText(
        ("Not the same number of function calls and responses",),
        ("Mistral",),
        "One turn has more calls than results, or fewer. Its code is 3230.",
        ("tool-result-missing", "tool-result-duplicate", "tool-results-not-adjacent"),
    ),
    ErrorText(
        ("Unexpected tool call id",),
        ("Mistral",),
        "A result names an id that no call of its turn has.",
        ("tool-result-unknown-id",),
    ),
    ErrorText(
        ("Unexpected role 'tool' after role 'user'",),
        ("Mistral",),
        "A result has no call before it, or another message stands between them.",
        ("tool-result-orphan", "tool-results-not-adjacent"),
    ),
    ErrorText(
        ("Tool call id was {} but must be a-z, A-Z, 0-9, with a length of 9",),
        ("Mistral",),
        "Ids of calls must be nine letters or digits there. Its code is 3280.",
        ("call-id-format-mistral",),
    ),
    ErrorText(
        ("Expected last role User or Tool",),
        ("Mistral",),
        "The history ends with an assistant message, so there is nothing to answer.",
        ("tool-call-pending", "final-role-invalid"),
    ),
    ErrorText(
        ("Extra inputs are not permitted",),
        ("Mistral",),
        "A message carries a key that only an answer has, copied into the history as it came.",
        ("response-only-field",),
    ),
    ErrorText(
        ("tool_use ids were found without tool_result blocks immediately after",),
        ("Anthropic",),
        "A call has no result in the message directly after it.",
        ("tool-result-missing", "tool-results-not-adjacent"),
    ),
    ErrorText(
        ("unexpected tool_use_id found in tool_result blocks",),
        ("Anthropic",),
        "A result has no call with its id directly before it.",
        ("tool-result-orphan", "tool-result-unknown-id"),
    ),
    ErrorText(
        ("Did not find {} tool_result block(s) at the beginning of this message",),
        ("Anthropic",),
        "A result is missing, or a text stands before it in its message.",
        ("tool-result-missing", "anthropic-tool-result-position"),
    ),
    ErrorText(
        ("Missing corresponding tool call for tool response message",),
        ("LiteLLM",),
        "A result has no call next to it. LiteLLM says so before it asks Gemini.",
        ("tool-result-orphan", "tool-results-not-adjacent", "tool-result-before-call"),
    ),
    ErrorText(
        ("tool_use ids must be unique",),
        ("Anthropic",),
        "One id is used twice somewhere in the request.",
        ("call-id-duplicate-in-turn", "call-id-reused-across-turns"),
    ),
    ErrorText(
        ("tool_use.id: String should match pattern",),
        ("Anthropic",),
        "An id holds other characters than letters, digits, `_` and `-`, such as a dot or a colon.",
        ("call-id-format-anthropic",),
    ),
    ErrorText(
        ("text content blocks must be non-empty",),
        ("Anthropic",),
        "A message has an empty text.",
        ("assistant-empty", "tool-content-empty"),
    ),
    ErrorText(
        ("number of function response parts is equal to the number of function call parts",),
        ("Gemini",),
        "One turn has more calls than results, or fewer.",
        ("tool-result-missing", "tool-result-duplicate"),
    ),
    ErrorText(
        ("function call turn comes immediately after a user turn or after a function response turn",),
        ("Gemini",),
        "The turns stand in an order that is refused there: calls may follow only a user or results.",
        ("gemini-turn-order",),
    ),
    ErrorText(
        ("function_response.name: Name cannot be empty",),
        ("Gemini",),
        "A result could not be matched to a call, so the function it belongs to is not known.",
        ("tool-result-unknown-id", "tool-name-mismatch"),
    ),
    ErrorText(
        ("missing a thought_signature",),
        ("Gemini",),
        "The client dropped the signature that Gemini 3 sent with a call.",
        ("thought-signature-missing",),
    ),
    ErrorText(
        ("tool_call_id {} is not found",),
        ("Moonshot",),
        "A result names no call that is there. Two blanks in the text are an empty id.",
        ("tool-result-unknown-id", "tool-call-id-missing"),
    ),
    ErrorText(
        ("reasoning_content {} must be passed back", "reasoning_content is missing in assistant tool call message"),
        ("DeepSeek", "Moonshot"),
        "The thinking text of an earlier answer was dropped; it has to be sent back with its calls.",
        ("reasoning-not-returned",),
    ),
    ErrorText(
        ("empty array. Expected an array with minimum length 1", "Empty tool_calls is not supported"),
        ("OpenAI", "Qwen"),
        "An assistant message has `tool_calls` that is an empty array. Leave the key out.",
        ("tool-calls-empty",),
    ),
    ErrorText(
        ("invalid type: sequence, expected a string",),
        ("DeepSeek",),
        "A content is an array of parts where only a text is taken.",
        ("content-part-type",),
    ),
    ErrorText(
        ("Invalid value for 'content': expected a string, got null",),
        ("OpenAI",),
        "An assistant message says nothing and calls nothing, or the content of a result is null.",
        ("assistant-empty", "tool-content-missing"),
    ),
    ErrorText(
        ("array too long. Expected an array with maximum length 128",),
        ("OpenAI",),
        "One message has more than 128 calls.",
        ("too-many-calls",),
    ),
    ErrorText(
        ("messages with role 'function' must have a name",),
        ("OpenAI",),
        "A result in the old form lacks the name of its function.",
        ("legacy-function-unnamed",),
    ),
    ErrorText(
        ("Invalid 'messages[{}].name': string does not match pattern",),
        ("OpenAI",),
        "The name of a message holds a blank or another character that is not allowed.",
        ("message-name-charset",),
    ),
    ErrorText(
        ("[] is too short - 'tools'",),
        ("DashScope",),
        "The list of tools is empty. Leave the key out.",
        ("tools-empty",),
    ),
    ErrorText(
        ("Unexpected role 'user' after role 'tool'",),
        ("Mistral",),
        "A user message stands directly after a result.",
        ("roles-not-alternating",),
    ),
    ErrorText(
        ("Expected last role Assistant",),
        ("Mistral",),
        "A line of training data has no answer at its end.",
        ("training-example-unfinished",),
    ),
    ErrorText(
        ("string too long. Expected a string with maximum length 40",),
        ("OpenAI", "Azure"),
        "An id is too long, often because fragments of ids were joined.",
        ("call-id-too-long", "tool-id-repeated"),
    ),
    ErrorText(
        ("Missing tool call type",),
        ("llama.cpp",),
        "A call has no `type`.",
        ("call-type-missing",),
    ),
    ErrorText(
        ("System message must be at the beginning",),
        ("template of Qwen",),
        "A system message stands later in the list than first.",
        ("system-not-first",),
    ),
    ErrorText(
        ("Conversation roles must alternate",),
        ("chat templates",),
        "Two neighbouring messages have one role.",
        ("roles-not-alternating",),
    ),
    ErrorText(
        ("toolConfig field must be defined",),
        ("Bedrock",),
        "The history has calls and the request declares no tools.",
        ("history-calls-without-tools",),
    ),
    ErrorText(
        ("attempted to call tool {} not in request.tools",),
        ("Groq",),
        "The model called a tool that the request does not declare.",
        ("tool-not-declared",),
    ),
    ErrorText(
        ("chunk.choices is not iterable",),
        ("openai-node",),
        "A chunk has no `choices` or they are null, or an error came in a frame without the key `error`.",
        ("choices-missing-or-null", "sse-event-error"),
    ),
    ErrorText(
        ("'NoneType' object is not iterable",),
        ("openai-python",),
        "A chunk has no `choices` or they are null, or an error came in a frame without the key `error`.",
        ("choices-missing-or-null", "sse-event-error"),
    ),
    ErrorText(
        ("list index out of range",),
        ("openai-python",),
        "The first tool call does not have index 0, or an index was left out.",
        ("tool-index-not-from-zero", "tool-index-gap"),
    ),
    ErrorText(
        ("Cannot read properties of undefined (reading 'type')",),
        ("openai-node",),
        "The first tool call does not have index 0, or an index was left out.",
        ("tool-index-not-from-zero", "tool-index-gap"),
    ),
    ErrorText(
        ("list indices must be integers or slices, not NoneType",),
        ("openai-python",),
        "A tool call entry or a choice has no index.",
        ("tool-index-missing", "choice-index-missing"),
    ),
    ErrorText(
        ("missing finish_reason for choice {}",),
        ("openai-node",),
        "No chunk of that choice has a finish reason, or the chunk with it was lost.",
        ("finish-missing", "sse-last-event-unterminated", "choice-index-drifts"),
    ),
    ErrorText(
        ("missing role for choice {}",),
        ("openai-node",),
        "No delta of that choice has a role.",
        ("role-missing",),
    ),
    ErrorText(
        ("request ended without sending any chunks",),
        ("openai-node",),
        "Nothing in the body was read as an event: plain JSON lines, or events that no blank line ends.",
        ("sse-field-missing", "sse-blank-line-missing"),
    ),
    ErrorText(
        ("Response stream ended without a finish reason.",),
        ("AI SDK",),
        "No chunk has a finish reason, or no event with one could be read.",
        ("finish-missing", "sse-field-missing", "sse-blank-line-missing", "sse-last-event-unterminated"),
    ),
    ErrorText(
        ("Expected 'function.name' to be a string.",),
        ("AI SDK",),
        "A tool call has no name, or it comes later than in the first entry.",
        ("tool-name-missing", "tool-name-split"),
    ),
)
