"""Calls that stayed in the text, in the reasoning or in a name."""

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Example, Wire, header, stream, tools

OSLO = '{"city":"Oslo"}'
CALL = '{"name": "get_weather", "arguments": {"city": "Oslo"}}'
TAGGED = f"<tool_call>\n{CALL}\n</tool_call>"
WHOLE = tools(header(arguments=OSLO))
DECLARED = {"tools": [{"type": "function", "function": {"name": "get_weather"}}]}


def said(text: str, *more: Wire, size: int = 4, key: str = "content", request: Wire | None = None) -> Example:
    """A stream that says this text in small pieces."""
    deltas = [{key: text[start : start + size]} for start in range(0, len(text), size)]
    return stream(*deltas, *more, finish="tool_calls" if more else "stop", request=request)


def letters_of(rule: str, example: Example, profile: str = "default") -> list[tuple[str, str]]:
    """(variant, letter) of the findings of a rule."""
    report = report_of(example, profile=profile)
    return [(finding.variant, report.weight(finding)[0]) for finding in report.findings if finding.rule == rule]


CONTENT, REASONING = "tool-markup-in-content", "tool-markup-in-reasoning"


@pytest.mark.parametrize(
    "markup",
    [
        TAGGED,
        "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>",
        "<function=get_weather>\n<parameter=city>Oslo</parameter>\n</function>",
        '<function=get_weather>{"city": "Oslo"}</function>',
        '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Oslo"}',
        '<|tool_call|>[{"name": "get_weather"}]',
        f"[TOOL_CALLS] [{CALL}]",
        "[TOOL_CALLS]get_weather[ARGS]" + OSLO,
        '<|python_tag|>{"name": "get_weather", "parameters": {}}',
        "<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>" + OSLO,
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather",
        '<｜DSML｜function_calls><｜DSML｜invoke name="get_weather">',
        "‖DSML‖invoke",
        '<minimax:tool_call>\n<invoke name="get_weather">',
        f"functools[{CALL}]",
    ],
)
def test_markup_of_every_template_is_found_however_it_is_cut(markup: str) -> None:
    for size in (1, 5, 500):
        trace = said(f"Let me look. {markup}", size=size)
        assert letters_of(CONTENT, trace) == [("", "error")]
        assert loud_roots(report_of(trace)) == {CONTENT}


@pytest.mark.parametrize(
    "text",
    [
        "The model writes <tool_call> tags around its calls.",
        "Use <function=name> and close it.",
        "[TOOL_CALLS] is a control token.",
        "a < b | c > d and x[TOOL] and <b>bold</b> tools",
        "functools.partial(f)[0] and functools[x]",
        "<|im_end|> and <|endoftext|>",
        '<toolbox>{"name": "hammer"}</toolbox>',
        "My tool calls function f(city=1).",
    ],
)
def test_texts_that_speak_of_calls_are_clean(text: str) -> None:
    assert is_clean(said(text))
    assert is_clean(said("Hm.", *said_reasoning(text)))


def said_reasoning(text: str) -> list[Wire]:
    return [{"reasoning": text}, WHOLE]


@pytest.mark.parametrize(
    "text", [f"```\n{TAGGED}\n```", f"~~~~xml\n{TAGGED}\n~~~~\nSo.", "It writes `<|tool_call_begin|>` first.", f"```\n{TAGGED}"]
)
def test_markup_in_code_is_only_worth_knowing(text: str) -> None:
    assert letters_of(CONTENT, said(text)) == [("quoted", "info")]


def test_markup_behind_code_is_found() -> None:
    (finding,) = found_by(CONTENT, said(f"```\n{TAGGED}\n```\n{TAGGED}"))
    assert (finding.variant, finding.params["char"]) == ("", len(TAGGED) + 9)


def test_a_user_who_asks_about_the_markup_gets_it_explained() -> None:
    asked = {"messages": [{"role": "user", "content": [{"type": "text", "text": "What is tool_call markup?"}]}]}
    other = {"messages": [{"role": "user", "content": "What is the weather?"}]}
    assert letters_of(CONTENT, said(TAGGED, request=asked)) == [("quoted", "info")]
    assert letters_of(CONTENT, said(TAGGED, request=other)) == [("", "error")]


def test_markup_beside_calls_is_left_over() -> None:
    assert letters_of(CONTENT, said(TAGGED, WHOLE)) == [("residue", "warning")]
    assert letters_of(CONTENT, said(TAGGED, WHOLE), "permissive") == [("residue", "info")]


def test_the_place_is_the_chunk_in_which_the_marker_begins() -> None:
    (finding,) = found_by(CONTENT, said("Let me see now. " + TAGGED, size=4))
    assert (finding.places[0].chunk, finding.params["char"], finding.params["marker"]) == (5, 16, "<tool_call>")


def test_the_place_is_right_behind_a_thousand_brackets() -> None:
    trace = stream(*({"content": "[1], "} for _ in range(255)), {"content": TAGGED}, finish="stop")
    (finding,) = found_by(CONTENT, trace)
    assert finding.places[0].chunk == 256


# JSON that is nothing but a call


@pytest.mark.parametrize(
    "text", [CALL, f"[{CALL},{CALL}]", '{"name": "get_weather", "parameters": {"city": "Oslo"}}', f"\n{CALL}\n",
             '{"name": "get_weather", "arguments": "{}"}']
)  # fmt: skip
def test_a_text_that_is_nothing_but_a_call_is_a_warning(text: str) -> None:
    assert letters_of(CONTENT, said(text)) == [("bare-json", "warning")]
    assert letters_of(CONTENT, said(text, WHOLE)) == [("bare-json", "warning")]


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "Oslo", "degrees": 4}',
        f"Here you are: {CALL}",
        "[]",
        "{}",
        f'[{CALL}, {{"name": "x"}}]',
        '{"name": "get_weather", "parameters": {"type": "object", "properties": {}}}',
        '{"name": "Kari Nordmann", "arguments": {}}',
        '{"name": "get_weather", "arguments": 4}',
        '{"name": "get_weather", "arguments": {',
        '{"name": ["get_weather"], "arguments": {}}',
    ],
)
def test_other_json_is_an_answer(text: str) -> None:
    assert found_by(CONTENT, said(text)) == []


def test_a_known_request_says_whether_the_name_can_be_a_call() -> None:
    assert letters_of(CONTENT, said(CALL, request=DECLARED)) == [("bare-json", "warning")]
    assert found_by(CONTENT, said(CALL, request={"tools": []})) == []
    assert found_by(CONTENT, said(CALL, request={"messages": []})) == []


# Reasoning


def thought(text: str, *more: Wire, finish: str = "stop") -> Example:
    return stream(*({"reasoning_content": text[start : start + 7]} for start in range(0, len(text), 7)), *more, finish=finish)


def test_a_call_that_the_reasoning_swallowed_is_an_error() -> None:
    trace = thought(TAGGED)
    assert letters_of(REASONING, trace) == [("", "error")]
    assert loud_roots(report_of(trace)) == {REASONING}


def test_a_thought_about_a_call_beside_an_answer_is_a_warning() -> None:
    assert letters_of(REASONING, thought(TAGGED, {"content": "It is cold."})) == [("answered", "warning")]
    assert letters_of(REASONING, thought(TAGGED, {"content": " \n"})) == [("", "error")]


def test_bare_calls_and_quoted_ones_in_reasoning_are_told_apart() -> None:
    assert letters_of(REASONING, thought(CALL)) == [("bare-json", "warning")]
    assert letters_of(REASONING, thought(f"```\n{TAGGED}\n```")) == [("quoted", "info")]


def test_a_thought_about_a_call_that_was_made_is_no_fault() -> None:
    assert found_by(REASONING, thought(TAGGED, WHOLE, finish="tool_calls")) == []


def test_a_thought_that_was_cut_off_is_not_judged() -> None:
    assert found_by(REASONING, thought(TAGGED, finish="length")) == []


# Names


@pytest.mark.parametrize(
    ("name", "token"),
    [
        ("get<|channel|>commentary", "<|"),
        ("<tool_call>get", "<tool_call"),
        ("get[ARGS]", "[ARGS]"),
        ("get<｜tool▁sep｜>", "<｜"),
        ("get|>", "|>"),
    ],
)
def test_a_token_inside_a_name_is_named(name: str, token: str) -> None:
    trace = stream(tools(header(name=name, arguments=OSLO)))
    (finding,) = found_by("tool-name-markup", trace)
    assert finding.params["token"] == token
    assert loud_roots(report_of(trace)) == {"tool-name-markup"}


@pytest.mark.parametrize("name", ["get_weather", "a.b:c-d", "less<than", "a|b", "list[int]"])
def test_other_odd_names_hold_no_token(name: str) -> None:
    assert found_by("tool-name-markup", stream(tools(header(name=name, arguments=OSLO)))) == []


def test_a_token_that_is_cut_over_two_pieces_of_a_name_is_found() -> None:
    deltas = tools(header(name="get<")), tools({"index": 0, "function": {"name": "|channel|>", "arguments": ""}})
    assert found_by("tool-name-markup", stream(*deltas))
