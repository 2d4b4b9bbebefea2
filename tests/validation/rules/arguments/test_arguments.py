"""What the joined arguments of a call are: whole, cut, followed by more, broken or empty; in streams and in histories."""

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Example, Wire, assistant, call, entry, header, history, result, stream, tools, user

OSLO = '{"city":"Oslo"}'
COLUMNS = ("default", "openai-strict", "mistral", "vllm", "permissive")


def streamed(*pieces: str) -> Example:
    return stream(tools(header()), *(tools(entry(piece)) for piece in pieces))


def stored(arguments: object) -> Example:
    return history(user(), assistant(call(arguments=arguments)), result())


def letters_of(example: Example, rule: str) -> dict[str, str]:
    report = report_of(example)
    (finding,) = [finding for finding in report.findings if finding.rule == rule]
    return {column: report.weight(finding, column)[0] for column in COLUMNS}


@pytest.mark.parametrize("text", ['{"a": listt}', '{"a":"x\ny"}', '{"a":"\\q"}', '{"a":01}', "Oslo", "{,}", '{"a":,}'])
def test_what_is_no_json_is_told_as_no_json(text: str) -> None:
    assert loud_roots(report_of(streamed(text))) == {"arguments-invalid-json"}
    assert loud_roots(report_of(stored(text))) == {"arguments-invalid-json"}


def test_the_chunk_of_the_broken_fragment_is_named() -> None:
    (finding,) = found_by("arguments-invalid-json", streamed('{"a":1,', "b!:2", "}"))
    assert (finding.params["char"], finding.params["chunk"]) == (7, 3)


@pytest.mark.parametrize("cut", range(1, len(OSLO)))
def test_every_beginning_of_an_object_is_cut_and_not_broken(cut: int) -> None:
    assert loud_roots(report_of(streamed(OSLO[:cut]))) == {"truncation-reported-complete"}
    assert loud_roots(report_of(stored(OSLO[:cut]))) == {"arguments-truncated"}


@pytest.mark.parametrize("text", [OSLO, " {} ", '{"a":"\u2028"}', '{"a":"\\ud83d\\ude00"}', '{"a":{"b":[1,2,{}]}}', '{"a":"}{"}'])
def test_whole_objects_are_clean_wherever_they_are_cut(text: str) -> None:
    assert is_clean(streamed(*text))
    assert is_clean(stored(text))


def test_an_escape_split_over_two_fragments_is_clean() -> None:
    assert is_clean(streamed('{"a":"\\u00', "e9\\", 'n"}'))


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        (OSLO + '{"zone":"UTC"}', "second-call"), (OSLO + " [1]", "second-call"), (OSLO + OSLO, "repeated"), ("{}" + OSLO, "leaked-empty"),
        (OSLO + "}", "extra-bracket"), (OSLO + "\n}}]", "extra-bracket"), (OSLO + '"{\\"city\\":\\"Oslo\\"}"', "quoted-copy"),
        (OSLO + "</tool_call>", ""), (OSLO + " I will look.", ""),
        ('{"city": "Oslo"}' + OSLO, "repeated"), (OSLO * 3, "repeated"), ('{"city":"Os lo"}' + OSLO, "second-call"), ("{}{}", "repeated"),
    ],
)  # fmt: skip
def test_what_follows_the_arguments_tells_where_it_comes_from(text: str, variant: str) -> None:
    for example in (streamed(text), stored(text)):
        (finding,) = found_by("arguments-trailing-data", example)
        assert finding.variant == variant
        assert loud_roots(report_of(example)) == {"arguments-trailing-data"}


def test_blanks_behind_the_arguments_are_clean() -> None:
    assert is_clean(streamed(OSLO, " \n\t"))


@pytest.mark.parametrize("first", ["", None, ...])
def test_a_call_without_argument_text_is_worth_knowing_and_no_more(first: object) -> None:
    example = stream(tools(header(arguments=first)))
    assert letters_of(example, "arguments-empty") == dict.fromkeys(COLUMNS, "info")
    assert is_clean(example)


def test_an_empty_object_is_not_empty() -> None:
    assert found_by("arguments-empty", streamed("{}")) == []


def test_missing_arguments_are_a_warning_where_the_tool_requires_some() -> None:
    def declared(parameters: Wire) -> Wire:
        return {"tools": [{"type": "function", "function": {"name": "get_weather", "parameters": parameters}}]}

    for parameters, variant in (({"required": ["city"]}, "required"), ({"required": []}, ""), ({}, ""), ({"required": "city"}, "")):
        (finding,) = found_by("arguments-empty", stream(tools(header()), request=declared(parameters)))
        assert finding.variant == variant


def test_another_tools_requirements_do_not_count() -> None:
    tool = {"type": "function", "function": {"name": "get_time", "parameters": {"required": ["zone"]}}}
    (finding,) = found_by("arguments-empty", stream(tools(header()), request={"tools": [tool, "odd", None]}))
    assert finding.variant == ""


@pytest.mark.parametrize(("text", "rule"), [('{"a":x}', "arguments-invalid-json"), ('{"ci', "arguments-truncated")])
def test_a_receiver_that_does_not_parse_lowers_the_letter_of_a_history(text: str, rule: str) -> None:
    letters = {"default": "error", "openai-strict": "warning", "mistral": "warning", "vllm": "warning", "permissive": "warning"}
    assert letters_of(stored(text), rule) == letters


def test_what_a_receiver_does_lowers_no_letter_of_a_stream() -> None:
    letters = {"default": "error", "openai-strict": "error", "mistral": "error", "vllm": "error", "permissive": "warning"}
    assert letters_of(streamed('{"a":x}'), "arguments-invalid-json") == letters
    assert letters_of(stream(tools(header(arguments='{"ci')), finish="content_filter"), "arguments-truncated") == letters


def test_trailing_data_is_an_error_everywhere() -> None:
    assert set(letters_of(stored(OSLO + OSLO), "arguments-trailing-data").values()) == {"error"}


@pytest.mark.parametrize("input", ["", "print(", "{'a':1}", OSLO + OSLO])
def test_the_input_of_a_custom_call_is_free_text(input: str) -> None:
    custom = {"id": "call_a", "type": "custom", "custom": {"name": "run", "input": input}}
    for example in (stream(tools({"index": 0, **custom})), history(user(), assistant(custom), result())):
        assert [finding.rule for finding in report_of(example).findings if finding.rule.startswith("arguments-")] == []


def test_arguments_that_are_no_text_are_not_read_as_text() -> None:
    for value in ({}, ["x"], None):
        assert not {"arguments-invalid-json", "arguments-truncated", "arguments-trailing-data"} & {
            finding.rule for finding in report_of(stored(value)).findings
        }


def test_a_place_in_a_history_is_the_entry_of_the_call() -> None:
    (finding,) = found_by("arguments-truncated", stored('{"ci'))
    assert (finding.places[0].message, finding.places[0].pointer, finding.places[0].call_id) == (1, "/1/tool_calls/0", "call_a")


def test_a_long_text_is_shown_in_part() -> None:
    (finding,) = found_by("arguments-invalid-json", streamed('{"a":"' + "x" * 5_000 + '",b}'))
    excerpt = finding.params["excerpt"]
    assert isinstance(excerpt, str)
    assert len(excerpt) <= 120
