"""What a pasted error means: every known text is recognised as it comes, and nothing that is pasted does harm."""

import json

import pytest
from hypothesis import given, settings, strategies as st

from validation.error_search import LONGEST, MOST, SAME, SIMILAR, matches
from validation.error_texts import ERROR_TEXTS
from validation.rules import RULES

WORDINGS = [(wording, error) for error in ERROR_TEXTS for wording in error.wordings]


@pytest.mark.parametrize(("wording", "error"), WORDINGS)
def test_a_known_text_is_recognised_alone_and_inside_an_answer(wording: str, error: object) -> None:
    said = wording.replace("{}", "call_Ab3.x-9")
    answer = json.dumps({"error": {"message": f"Error code: 400 - messages.3: {said}: something of yours", "type": "invalid_request"}})
    for text in (said, said.upper(), answer, json.dumps(answer), "log\n" * 50 + said.replace(" ", "\n  ")):
        assert matches(text)[0].certainty == SAME
        assert error in [match.error for match in matches(text)[:2]]


@pytest.mark.parametrize("error", ERROR_TEXTS)
def test_every_text_says_who_what_and_names_rules(error: object) -> None:
    assert error.senders
    assert error.means.endswith(".")
    assert error.rules
    assert set(error.rules) - set(RULES) == set()


def test_no_wording_is_known_twice() -> None:
    wordings = [wording.casefold() for wording, _error in WORDINGS]
    assert len(set(wordings)) == len(wordings)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (
            (
                "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following "
                "tool_call_ids did not have response messages: call_1"
            ),
            "tool-result-missing",
        ),
        (
            (
                "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01A. Each `tool_use` must "
                "have a corresponding `tool_result` block in the next message."
            ),
            "tool-result-missing",
        ),
        ("messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", "call-id-format-anthropic"),
        ("Tool call id was call_abc123 but must be a-z, A-Z, 0-9, with a length of 9.", "call-id-format-mistral"),
        ("tool_call_id  is not found", "tool-result-unknown-id"),
        ("Invalid \\u0027messages[12].name\\u0027: string does not match pattern.", "message-name-charset"),
        ("string too long. Expected a string with maximum length 40, but got a string with length 120 instead.", "call-id-too-long"),
        ("TypeError: \u2018NoneType\u2019 object is not iterable", "choices-missing-or-null"),
        ("Invalid parameter: 'tool_call_id' of 'call_1' not found in 'tool_calls' of previous message.", "tool-result-unknown-id"),
        ("Missing required parameter: 'messages[2].tool_call_id'.", "tool-call-id-missing"),
        ("Missing required parameter: 'messages[1].tool_calls[0].function.arguments'.", "call-function-missing"),
        (
            "Invalid type for 'messages[2].content': expected one of a string or array of objects, but got an object instead.",
            "content-part-type",
        ),
        ("Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.", "tools-empty"),
        (
            "Invalid 'messages[9].tool_calls[0].function.name': string does not match pattern. Expected a string that matches '^[a-z]+$'.",
            "tool-name-charset",
        ),
        ("messages[1].role: unknown variant `developer`, expected one of `system`, `user`", "developer-role"),
        ("messages.5.content.0: each tool_use must have a single result. Found multiple `tool_result` blocks", "tool-result-duplicate"),
        ("Assistant message must have either content or tool_calls, but not both.", "content-and-calls"),
        ("No tool output found for function call call_1.", "responses-call-linkage"),
        ("Can only get item pairs from a mapping.", "arguments-not-object"),
        ("json.decoder.JSONDecodeError: Extra data: line 1 column 18 (char 17)", "arguments-trailing-data"),
        ("messages: text content blocks must contain non-whitespace text", "assistant-empty"),
        ("Invalid assistant message: content or tool_calls must be set", "assistant-empty"),
        ("Invalid request: the message at position 4 with role 'assistant' must not be empty", "assistant-empty"),
        ("messages[137]: unknown variant `image_url`, expected `text` at line 1 column 460917", "content-part-type"),
        ("json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string", "content-part-type"),
        ("messages[2].role: unknown variant `function`, expected one of `system`, `user`", "legacy-function-role"),
        ("deepseek-reasoner does not support successive user or assistant messages (messages[1] and messages[2])", "roles-not-alternating"),
        ("This model does not support assistant message prefill. The conversation must end with a user message.", "tool-call-pending"),
        (
            "tool call validation failed: parameters for tool web_search did not match schema: errors: [`/count`: expected integer]",
            "arguments-schema-mismatch",
        ),
        ("tools.function.parameters is not a valid moonshot flavored json schema, details: <At path 'root'>", "tool-schema-invalid"),
        ("Invalid 'input[3].id': 'call_ab'. Expected an ID that begins with 'fc'.", "responses-call-linkage"),
        ("AI_InvalidResponseDataError: Expected 'id' to be a string.", "tool-id-missing"),
        ("SyntaxError: Unexpected token } in JSON at position 12", "arguments-invalid-json"),
        ("The following tool_call_ids did not have response messages: bash_3", "tool-result-missing"),
        ("Missing required parameter: 'messages[0].content[0].type'.", "content-part-type"),
        ("Invalid 'messages[2].tool_calls': array too long. Expected an array with maximum length 128, but got 130.", "too-many-calls"),
        ("messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.", "reasoning-not-returned"),
        (
            "'messages.4' : for 'role:assistant' the following must be satisfied[('messages.4.content' : value must be a string)]",
            "assistant-empty",
        ),
        ("for 'role:user' the following must be satisfied[('messages.1' : property 'id' is unsupported)]", "response-only-field"),
        (
            "for 'role:assistant' the following must be satisfied[('messages.2.tool_calls.0.type' : property 'type' is missing)]",
            "call-type-missing",
        ),
        (
            "for 'role:tool' the following must be satisfied[('messages.3.tool_call_id' : property 'tool_call_id' is missing)]",
            "tool-call-id-missing",
        ),
        (
            "messages.0.content.1: Input tag 'image_url' found using 'type' does not match any of the expected tags: 'text'",
            "content-part-type",
        ),
        (
            "'toolConfig.tools.3.member.toolSpec.name' failed to satisfy constraint: Member must satisfy regular expression pattern",
            "tool-name-charset",
        ),
        (
            "'messages.2.member.toolUse.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern",
            "call-id-format-anthropic",
        ),
        ("jinja2.exceptions.UndefinedError: 'list object' has no attribute 'items'", "arguments-not-object"),
        ("'list object' has no attribute 'startswith'", "content-part-type"),
        ("Only user, assistant, system and tool roles are supported, got developer.", "developer-role"),
        ("Unsupported value: 'messages[0].role' does not support 'developer' with this model.", "developer-role"),
        ("tools.7.custom.input_schema.type: Field required", "tool-schema-invalid"),
        ("The request failed because it is missing `messages.content.thinking` parameter. Request id: 1", "reasoning-not-returned"),
        ("The request failed because it is missing `messages.content` parameter. Request id: 1", "assistant-empty"),
        ("invalid params, invalid function arguments json string, tool_call_id: call_1 (2013)", "arguments-invalid-json"),
        ("[{'type': 'text', 'text': 'x'}] is not of type 'string' - 'messages.0.content'", "content-part-type"),
        ("None is not of type 'string' - 'messages.1.content'", "assistant-empty"),
        ("messages.5.content.1.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", "tool-name-charset"),
        ("Invalid 'messages[3].tool_call_id': string too long. Expected a string with maximum length 40, but got 53", "call-id-too-long"),
        ("AI_InvalidToolInputError: Invalid input for tool search: JSON parsing failed: Text: {.", "arguments-invalid-json"),
        (
            "[{'loc': ('body', 'messages', 3, 'tool_calls', 0, 'function', 'arguments'), 'msg': 'Input should be a valid string'}]",
            "call-arguments-not-string",
        ),
        (
            "json: cannot unmarshal string into Go struct field ChatRequest.messages.tool_calls of type []api.ToolCall",
            "tool-calls-not-array",
        ),
        ("messages.1.content.0.tool_use.id: String should have at least 1 character", "call-id-missing"),
        ("messages.1.content.0.tool_use.input: Field required", "call-function-missing"),
        ("* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.", "assistant-empty"),
        (
            "Invalid value at 'contents[1].parts[0].function_call.args' (type.googleapis.com/google.protobuf.Struct), \"{}\"",
            "arguments-not-object",
        ),
        ("tools[0].function_declarations[0].parameters.properties[q].items: missing field.", "tool-schema-invalid"),
        (
            "Every tool call (LLM requesting to call a tool) in the message history MUST have a corresponding ToolMessage",
            "tool-result-missing",
        ),
        ("litellm.UnsupportedParamsError: Anthropic expects the `tools=` param to be passed in", "history-calls-without-tools"),
    ],
)
def test_texts_as_they_really_come(text: str, rule: str) -> None:
    assert matches(text)[0].error.rules[0] == rule


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Invalid value: 'image_url'. Supported values are: 'text'.", "tool-content-not-text"),
        ("each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_1", "anthropic-call-linkage"),
        (
            "The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.",
            "tool-result-duplicate",
        ),
    ],
)
def test_every_rule_that_may_be_the_reason_is_named(text: str, rule: str) -> None:
    assert rule in matches(text)[0].error.rules


@pytest.mark.parametrize(
    "text",
    [
        "assistant message with tool_calls must be followed by a tool message for each tool_call_id responding",
        "must be followed by tool messages",
    ],
)
def test_other_words_for_a_known_text_and_a_piece_of_one_are_similar(text: str) -> None:
    found = matches(text)
    assert found[0].certainty == SIMILAR
    assert found[0].error.rules[0] == "tool-result-missing"


def test_a_text_that_was_cut_in_a_known_wording_is_known() -> None:
    assert (
        matches("400: An assistant message with 'tool_calls' must be followed by tool messages respon")[0].error.rules[0]
        == "tool-result-missing"
    )


@pytest.mark.parametrize("quote", ["&#39;", "&quot;", "&#x27;", "&#034;", "\\u0027", "`", '\\"'])
def test_quotes_do_not_count_however_they_are_written(quote: str) -> None:
    text = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'".replace("'", quote)
    assert [(match.error.rules[0], match.certainty) for match in matches(text)] == [("tool-result-orphan", SAME)]


def test_the_longest_wording_that_stands_there_comes_first() -> None:
    short, long = "Unexpected tool call id x", "string too long. Expected a string with maximum length 40"
    assert [match.error.rules[0] for match in matches(f"{short}; {long}")][:2] == ["call-id-too-long", "tool-result-unknown-id"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\0",
        "hello",
        "Rate limit reached for requests",
        "Invalid value for 'temperature': expected a number, got a string",
        "\ud800",
        "{}",
        "'",
        "is",
        "🙂" * 40,
        "tool",
        "not found",
        "[" * LONGEST,
    ],
)
def test_of_what_is_not_known_nothing_is_said(text: str) -> None:
    assert matches(text) == []


@pytest.mark.parametrize(
    "text", ["'temperature' does not support 0.2 with this model.", "AttributeError: 'list' object has no attribute 'get'"]
)
def test_what_shares_some_words_with_an_error_of_messages_is_not_taken_for_it(text: str) -> None:
    assert SAME not in {match.certainty for match in matches(text)}
    assert "developer-role" not in {rule for match in matches(text) for rule in match.error.rules}


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    wording = "Empty tool_calls is not supported"
    assert matches(" " * (LONGEST - len(wording)) + wording)
    assert matches(" " * LONGEST + wording) == []


def test_many_at_once_are_cut() -> None:
    assert len(matches("\n".join(wording for wording, _error in WORDINGS))) == MOST


PIECES = st.sampled_from(
    [*(piece for wording, _ in WORDINGS for piece in wording.split("{}")), "\\", "{}", "\n", "\0", "\ud800", "tool_call_id "]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=20)), max_size=60), st.integers(1, 400))
@settings(max_examples=60, derandomize=True)
def test_nothing_that_is_pasted_raises(pieces: list[str], times: int) -> None:
    assert len(matches("".join(pieces) * times)) <= MOST
