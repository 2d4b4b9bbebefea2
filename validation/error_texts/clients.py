"""What clients say of a stream, and of arguments that they cannot parse."""

from validation.error_texts.entry import ErrorText

CLIENTS = (
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
        ("tool-index-not-from-zero", "tool-index-gap", "choices-empty-unexplained"),
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
        ("missing role for choice {}", "stream ended without producing a ChatCompletionMessage with role=assistant"),
        ("openai-node",),
        "No delta of that choice has a role.",
        ("role-missing", "choice-index-missing"),
    ),
    ErrorText(
        ("request ended without sending any chunks", "No generation chunks were returned"),
        ("openai-node", "LangChain"),
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
    ErrorText(
        ("list delta entry {} value is not an integer",),
        ("openai-python",),
        "The index of a tool call is null, or no number.",
        ("tool-index-invalid", "tool-index-missing"),
    ),
    ErrorText(
        ("tool call snapshot missing type",),
        ("openai-node",),
        "No entry of a tool call has a `type`.",
        ("tool-type-missing",),
    ),
    ErrorText(
        ("changed tool call identity",),
        ("openai-node",),
        "A later entry of a tool call has another id or name.",
        ("tool-id-changes", "tool-name-changes", "tool-index-reused"),
    ),
    ErrorText(
        ("tool_calls is not iterable", "string indices must be integers, not 'str'"),
        ("openai-node", "LangChain"),
        "`tool_calls` of a delta is one object and no array.",
        ("tool-calls-not-array",),
    ),
    ErrorText(
        (
            "Cannot read properties of undefined (reading 'arguments')",
            "'NoneType' object has no attribute 'name'",
            "'NoneType' object has no attribute 'get'",
        ),
        ("openai-node", "openai-python", "LangChain"),
        "An entry of a tool call has no `function`, or null.",
        ("tool-function-missing",),
    ),
    ErrorText(
        ("'NoneType' object has no attribute 'to_dict'",),
        ("openai-python",),
        "A choice has no `delta`, or null.",
        ("delta-missing",),
    ),
    ErrorText(
        ("validation error for AIMessageChunk",),
        ("LangChain",),
        "The arguments of a tool call came as an object and no text.",
        ("tool-arguments-not-string",),
    ),
    ErrorText(
        ("'list' object has no attribute 'model_dump'", "'list' object has no attribute 'object'"),
        ("openai-python", "LangChain"),
        "The end of the stream is not written as `[DONE]`.",
        ("done-malformed",),
    ),
    ErrorText(
        ("Could not parse response content as the length limit was reached",),
        ("openai-python",),
        "The answer was cut by the limit on its length.",
        ("finish-length-with-calls", "arguments-truncated"),
    ),
    ErrorText(
        ("Extra data: line 1 column", "Unexpected non-whitespace character after JSON"),
        ("Python", "JavaScript"),
        "A JSON value has something behind it: two calls or two events ran into each other.",
        ("arguments-trailing-data", "tool-index-reused", "sse-blank-line-missing"),
    ),
    ErrorText(
        ("Unterminated string starting at", "Unterminated string in JSON"),
        ("Python", "JavaScript"),
        "A JSON text ends in the middle of a string.",
        ("arguments-truncated", "truncation-reported-complete", "json-truncated-at-end"),
    ),
    ErrorText(
        ("Unexpected end of JSON input", "Expecting value: line 1 column 1 (char 0)"),
        ("JavaScript", "Python"),
        "A JSON text is empty or ends too early: arguments that are empty or cut, or an event without data.",
        ("arguments-empty", "arguments-truncated", "sse-empty-data", "sse-data-not-json"),
    ),
    ErrorText(
        (
            "Expecting ',' delimiter",
            "Expecting property name enclosed in double quotes",
            "Invalid control character at",
            "Invalid \\escape",
            "Bad control character in string literal in JSON",
            "Invalid arguments for tool {} JSON parsing failed",
        ),
        ("Python", "JavaScript", "AI SDK"),
        "The joined arguments of a call, or an event, are no JSON.",
        ("arguments-invalid-json", "arguments-lenient-json", "arguments-truncated", "sse-data-not-json"),
    ),
)
