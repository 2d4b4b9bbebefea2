"""What servers say of calls and results that do not belong together, of their ids, and of the order of messages."""

from validation.error_texts.entry import ErrorText

LINKAGE = (
    ErrorText(
        (
            "must be followed by tool messages responding to each 'tool_call_id'",
            "tool_call_ids did not have response messages",
            "Found AIMessages with tool_calls that do not have a corresponding ToolMessage",
            "Tool result is missing for tool call",
            "Tool results are missing for tool calls",
        ),
        ("OpenAI", "Azure", "DashScope", "Moonshot", "LangGraph", "AI SDK"),
        "A call of that assistant message has no result directly after it. The ids that are listed are those without one.",
        ("tool-result-missing", "tool-result-unknown-id", "tool-results-not-adjacent", "parallel-turn-split"),
    ),
    ErrorText(
        ("insufficient tool messages following tool_calls message", "tool call result does not follow tool call"),
        ("DeepSeek", "MiniMax"),
        "A call of an assistant message has no result directly after it. The ids are not listed.",
        ("tool-result-missing", "tool-results-not-adjacent", "parallel-turn-split"),
    ),
    ErrorText(
        (
            "must be a response to a preceeding message with 'tool_calls'",
            "must be a response to a preceding message with 'tool_calls'",
            "No tool calls but found tool output",
            "Message has tool role, but there was no previous assistant message with a tool call",
        ),
        ("OpenAI", "DeepSeek", "DashScope", "DeepSeek's encoder", "templates of gpt-oss and MiniMax"),
        "A tool message has no call directly before its block of results.",
        ("tool-result-orphan", "tool-results-not-adjacent", "tool-result-before-call"),
    ),
    ErrorText(
        ("Duplicate value for 'tool_call_id'", "Duplicate tool call id {} in tool results", "each tool_use must have a single result"),
        ("OpenAI", "DeepSeek", "Mistral", "Anthropic"),
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
        (
            "Unexpected tool call id",
            "'tool_call_id' of {} not found in 'tool_calls' of previous message",
            "tool result's tool id{} not found",
        ),
        ("Mistral", "OpenAI", "MiniMax"),
        "A result names an id that no call of its turn has.",
        ("tool-result-unknown-id",),
    ),
    ErrorText(
        ("Unexpected role 'tool' after role 'user'", "Unexpected role 'tool' after role 'system'"),
        ("Mistral",),
        "A result has no call before it, or another message stands between them.",
        ("tool-result-orphan", "tool-results-not-adjacent"),
    ),
    ErrorText(
        (
            "Tool call id was {} but must be a-z, A-Z, 0-9, with a length of 9",
            "Tool call IDs should be alphanumeric strings with length 9",
        ),
        ("Mistral", "templates of Mistral"),
        "Ids of calls must be nine letters or digits there. The code of Mistral is 3280.",
        ("call-id-format-mistral",),
    ),
    ErrorText(
        (
            "Expected last role User or Tool",
            "Last message must have role User or Tool",
            "The last message of {} must be a user message, or an assistant message with prefix mode on",
            "does not support assistant message prefill. The conversation must end with a user message",
            "Please ensure that single turn requests end with a user role",
        ),
        ("Mistral", "DeepSeek", "Anthropic", "Bedrock", "Gemini"),
        "The history ends with an assistant message, so there is nothing to answer.",
        ("tool-call-pending", "final-role-invalid"),
    ),
    ErrorText(
        (
            "tool_use ids were found without tool_result blocks immediately after",
            "Expected toolResult blocks at messages.{}.content for the following Ids",
        ),
        ("Anthropic", "Bedrock"),
        "A call has no result in the message directly after it.",
        ("tool-result-missing", "tool-results-not-adjacent"),
    ),
    ErrorText(
        (
            "unexpected tool_use_id found in tool_result blocks",
            "number of toolResult blocks at messages.{}.content exceeds the number of toolUse blocks of previous turn",
        ),
        ("Anthropic", "Bedrock"),
        "A result has no call with its id directly before it.",
        ("tool-result-orphan", "tool-result-unknown-id"),
    ),
    ErrorText(
        (
            "Did not find {} tool_result block(s) at the beginning of this message",
            "Conversation blocks and tool result blocks cannot be provided in the same turn",
            "tool_result blocks can only be in user messages",
        ),
        ("Anthropic", "Bedrock"),
        "A result is missing, a text stands before it in its message, or it is in a message of the assistant.",
        ("tool-result-missing", "anthropic-tool-result-position"),
    ),
    ErrorText(
        ("Missing corresponding tool call for tool response message",),
        ("LiteLLM",),
        "A result has no call next to it. LiteLLM says so before it asks Gemini.",
        ("tool-result-orphan", "tool-results-not-adjacent", "tool-result-before-call"),
    ),
    ErrorText(
        ("tool_use ids must be unique", "tool_calls[].id must be unique within the request"),
        ("Anthropic", "gateways"),
        "One id is used twice somewhere in the request.",
        ("call-id-duplicate-in-turn", "call-id-reused-across-turns"),
    ),
    ErrorText(
        (
            "tool_use.id: String should match pattern",
            "tool_result.tool_use_id: String should match pattern",
            "toolUseId {} failed to satisfy constraint: Member must satisfy regular expression pattern",
        ),
        ("Anthropic", "Bedrock"),
        "An id holds other characters than letters, digits, `_` and `-`, such as a dot or a colon.",
        ("call-id-format-anthropic",),
    ),
    ErrorText(
        (
            "number of function response parts is equal to the number of function call parts",
            "number of function response parts should be equal to number of function call parts",
        ),
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
        ("tool_call_id {} is not found",),
        ("Moonshot",),
        "A result names no call that is there. Two blanks in the text are an empty id.",
        ("tool-result-unknown-id", "tool-call-id-missing"),
    ),
    ErrorText(
        ("Unexpected role 'user' after role 'tool'", "Unexpected role 'assistant' after role 'assistant'"),
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
        (
            "string too long. Expected a string with maximum length 40",
            "toolUseId {} failed to satisfy constraint: Member must have length less than or equal to 64",
        ),
        ("OpenAI", "Azure", "Bedrock"),
        "An id is too long, often because fragments of ids were joined.",
        ("call-id-too-long", "tool-id-repeated"),
    ),
    ErrorText(
        (
            "System message must be at the beginning",
            "Unexpected role 'system' after role {}",
            'Unexpected role "system". The Messages API accepts a top-level system parameter',
        ),
        ("template of Qwen", "Mistral", "Anthropic"),
        "A system message stands later in the list than first.",
        ("system-not-first",),
    ),
    ErrorText(
        (
            "Conversation roles must alternate",
            "roles must alternate between user and assistant",
            "A conversation must alternate between user and assistant roles",
            "does not support successive user or assistant messages",
            "Cannot have 2 or more assistant messages at the end of the list",
        ),
        ("chat templates", "Anthropic", "Bedrock", "DeepSeek", "llama.cpp"),
        "Two neighbouring messages have one role.",
        ("roles-not-alternating",),
    ),
    ErrorText(
        ("A conversation must start with a user message", 'first message must use the "user" role'),
        ("Bedrock", "Anthropic"),
        "The history begins with an answer or a result: what stood before it was cut off.",
        ("gemini-turn-order", "tool-result-orphan"),
    ),
    ErrorText(
        ("This model only supports single tool-calls at once",),
        ("templates of Llama",),
        "A message has several calls, or `tool_calls` that is an empty array: that template takes exactly one.",
        ("parallel-not-allowed", "tool-calls-empty"),
    ),
    ErrorText(
        (
            "messages with role 'tool' must have a tool_call_id",
            "Missing required parameter: 'messages[{}].tool_call_id'",
            "missing field `tool_call_id`",
            "'tool_call_id' is a required property - 'messages.",
            "validation error for ToolMessage {} tool_call_id",
            "Invalid type for 'messages[{}].tool_call_id'",
            "for 'role:tool' the following must be satisfied{}property 'tool_call_id' is missing",
            "it is missing `messages.tool_call_id` parameter",
            "tool_result.tool_use_id: Field required",
            "tool_call_id': empty string. Expected a string with minimum length 1",
        ),
        ("OpenAI", "Azure", "DeepSeek", "LangChain", "Groq", "Volcengine", "Anthropic"),
        "A tool message has no `tool_call_id`, or one that is no text.",
        ("tool-call-id-missing",),
    ),
    ErrorText(
        (
            "Missing required parameter: 'messages[{}].tool_calls[{}].id'",
            "Invalid type for 'messages[{}].tool_calls[{}].id'",
            "Tool call id has to be defined",
            "tool_calls[{}].id': empty string. Expected a string with minimum length 1",
        ),
        ("OpenAI", "Mistral"),
        "A call has no id, or one that is no text.",
        ("call-id-missing",),
    ),
    ErrorText(
        ("function response turn comes immediately after a function call turn",),
        ("Gemini",),
        "A result does not stand directly behind its call.",
        ("tool-result-orphan", "tool-results-not-adjacent", "tool-result-missing"),
    ),
    ErrorText(
        (
            "No tool call found for function call output with call_id",
            "No tool call found for custom tool call output with call_id",
            "No tool output found for function call",
            "No tool output found for custom tool call",
            "Missing required parameter: 'input[{}].call_id'",
            "Invalid 'input[{}].call_id': string too long",
            "Invalid 'input[{}].id': {}. Expected an ID that begins with 'fc'",
        ),
        ("OpenAI Responses",),
        "An item of the input answers no call, a call has no output, or its ids are mixed up or too long.",
        ("responses-call-linkage",),
    ),
)
