"""Arguments that one reader takes and another does not: encoded twice, keys twice, odd numbers, halves of characters, forgiving JSON."""

import json

import pytest

from tests.validation.rules.checking import found_by, is_clean, loud_roots, report_of
from validation.examples import Example, assistant, call, dumps, entry, header, history, raw, result, stream, tools, user

OSLO = '{"city":"Oslo"}'
COLUMNS = ("default", "openai-strict", "mistral", "vllm", "deepseek", "permissive")
HIGH, LOW = "\\ud83d", "\\ude00"


def streamed(*pieces: str) -> Example:
    return stream(tools(header()), *(tools(entry(piece)) for piece in pieces))


def escaped(*pieces: str) -> Example:
    """A stream whose fragments hold `<` and `>` as the two halves of a pair, each escaped by itself."""
    return raw(streamed(*pieces).data.replace(b"<", HIGH.encode()).replace(b">", LOW.encode()))


def stored(arguments: str) -> Example:
    return history(user(), assistant(call(arguments=arguments)), result())


def letters_of(example: Example, rule: str) -> dict[str, str]:
    report = report_of(example)
    (finding,) = [finding for finding in report.findings if finding.rule == rule]
    return {column: report.weight(finding, column)[0] for column in COLUMNS}


def variants(rule: str, example: Example) -> list[str]:
    return [finding.variant for finding in found_by(rule, example)]


BY_RECEIVER = {**dict.fromkeys(COLUMNS, "warning"), "default": "error", "deepseek": "error"}
BY_EMITTER = {**dict.fromkeys(COLUMNS, "error"), "permissive": "warning"}


# Encoded twice, no object


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_an_object_encoded_again_is_told_with_how_often(levels: int) -> None:
    text = OSLO
    for _ in range(levels):
        text = json.dumps(text)
    for example in (streamed(text), stored(text)):
        (finding,) = found_by("arguments-double-encoded", example)
        assert finding.params["levels"] == levels
        assert loud_roots(report_of(example)) == {"arguments-double-encoded"}


@pytest.mark.parametrize(
    ("text", "type"),
    [
        ("[]", "array"),
        ("null", "null"),
        ("true", "boolean"),
        ("0", "number"),
        ('"Oslo"', "string"),
        ('"[1]"', "string"),
        ('"\\"\\""', "string"),
    ],
)
def test_valid_json_that_is_no_object_is_told_with_its_type(text: str, type: str) -> None:
    for example in (streamed(text), stored(text)):
        (finding,) = found_by("arguments-not-object", example)
        assert finding.params["type"] == type
        assert loud_roots(report_of(example)) == {"arguments-not-object"}


@pytest.mark.parametrize(("text", "rule"), [(dumps(OSLO), "arguments-double-encoded"), ("[]", "arguments-not-object")])
def test_letters_of_a_history_follow_its_receiver_and_those_of_a_stream_its_emitter(text: str, rule: str) -> None:
    assert letters_of(streamed(text), rule) == BY_EMITTER
    assert letters_of(stored(text), rule) == BY_RECEIVER


def test_arguments_that_are_no_text_are_told_as_that_alone() -> None:
    for value in ({"city": "Oslo"}, ["Oslo"], 7):
        example = stream(tools(header(arguments=value)))
        assert not {"arguments-double-encoded", "arguments-not-object"} & {finding.rule for finding in report_of(example).findings}


# Forgiving JSON


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"a":1,}', "a trailing comma"), ('{"a":[1,2,],}', "a trailing comma"), ('{"a":NaN}', "NaN or Infinity"),
        ('{"a":-Infinity}', "NaN or Infinity"), ('{"a":True,}', "True, False or None, a trailing comma"),
        ('{"a":True,"b":None}', "True, False or None"), ('{"a":/* one */1}', "comments"), ('{\n// one\n"a":1}', "comments"),
    ],
)  # fmt: skip
def test_what_must_be_forgiven_is_named(text: str, what: str) -> None:
    for example in (streamed(text), stored(text)):
        (finding,) = found_by("arguments-lenient-json", example)
        assert finding.params["what"] == what
        assert loud_roots(report_of(example)) == {"arguments-lenient-json"}


@pytest.mark.parametrize(
    "text",
    [
        "{'city':'Oslo'}", '{city:"Oslo"}', "{'a': True}", "{,}", "[,]", "{'a':}", "{'a' 1}", "{'a'}", "{a:b}", "{'a':1}}", "{'a':'\\q'}",
        "{'a':1 /* open}", "{+1}", "'",
    ],
)  # fmt: skip
def test_what_no_reader_forgives_is_simply_broken(text: str) -> None:
    assert found_by("arguments-lenient-json", streamed(text)) == []
    assert not is_clean(streamed(text))


def test_the_chunk_where_strict_json_ends_is_named() -> None:
    (finding,) = found_by("arguments-lenient-json", streamed('{"a":1,', '"b":NaN', "}"))
    assert (finding.params["char"], finding.params["chunk"]) == (11, 3)


def test_forgiving_json_in_a_history_is_a_warning_where_the_text_is_not_parsed() -> None:
    expected = {**BY_RECEIVER, "vllm": "error"}
    assert letters_of(stored('{"a":NaN}'), "arguments-lenient-json") == expected


# Keys


@pytest.mark.parametrize(
    ("text", "key", "char", "times"),
    [
        ('{"a":1,"a":2}', "a", 7, 1), ('{"x":{"a":1,"b":2,"a":3},"x":1}', "a", 18, 2), ('{"a":1,"\\u0061":2}', "a", 7, 1),
        ('{"a\\\\":1,"a\\\\":2,"b":": c"}', "a\\", 9, 1), ('[{"a" :1 , "a"\n:2}]', "a", 11, 1), ('{"":0,"":0,"":0}', "", 6, 2),
    ],
)  # fmt: skip
def test_a_key_that_comes_again_is_told_where(text: str, key: str, char: int, times: int) -> None:
    for example in (streamed(text), stored(text)):
        (finding,) = found_by("arguments-duplicate-keys", example)
        assert (finding.params["key"], finding.params["char"], finding.params["times"], finding.count) == (key, char, times, times)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":{"a":{"a":1}}}', '{"a":[{"a":1},{"a":2}]}', '{"note":"\\"a\\":1,\\"a\\":2"}', '{"url":"http://x:80/a:b"}', '{"t":": :"}',
        '{"a":1,"A":2}',
    ],
)  # fmt: skip
def test_keys_of_other_objects_and_texts_do_not_count(text: str) -> None:
    assert is_clean(streamed(text))
    assert is_clean(stored(text))


def test_deepseek_refuses_keys_that_come_again() -> None:
    expected = {**dict.fromkeys(COLUMNS, "warning"), "deepseek": "error", "permissive": "info"}
    assert letters_of(streamed('{"a":1,"a":2}'), "arguments-duplicate-keys") == expected
    assert letters_of(stored('{"a":1,"a":2}'), "arguments-duplicate-keys") == expected


# Numbers


@pytest.mark.parametrize(
    ("literal", "reason"),
    [
        ("9007199254740993", "digits"), ("-9007199254740994", "digits"), ("0.123456789012345678", "digits"),
        ("12345678901.12345678", "digits"),
        ("1e400", "larger"), ("-1E+400", "larger"), ("1" * 400, "larger"), ("1" * 5_000, "4,300"),
    ],
)  # fmt: skip
def test_a_number_that_not_every_reader_keeps_is_worth_knowing(literal: str, reason: str) -> None:
    for example in (streamed(f'{{"a":[{literal}]}}'), stored(f'{{"a":[{literal}]}}')):
        (finding,) = found_by("arguments-number-precision", example)
        assert (finding.params["literal"], finding.params["char"]) == (literal[:80], 6)
        assert reason in str(finding.params["reason"])
        assert is_clean(example)


@pytest.mark.parametrize(
    "literal", ["9007199254740992", "-9007199254740992", "0.1", "1e300", "0.50000000000000000000", '"9007199254740993"']
)
def test_a_number_that_every_reader_keeps_is_quiet(literal: str) -> None:
    assert found_by("arguments-number-precision", streamed(f'{{"a":{literal}}}')) == []


# Halves of characters


def test_half_a_pair_is_told_as_an_escape() -> None:
    for example in (streamed('{"a":"x', HIGH, '"}'), stored(f'{{"a":"x{HIGH}"}}')):
        (finding,) = found_by("arguments-lone-surrogate", example)
        assert (finding.params["half"], finding.params["char"], finding.params["times"]) == (HIGH, 7, 1)
        assert loud_roots(report_of(example)) == {"arguments-lone-surrogate"}


def test_halves_in_the_wrong_order_are_two() -> None:
    (finding,) = found_by("arguments-lone-surrogate", streamed(f'{{"a":"{LOW}{HIGH}"}}'))
    assert finding.count == 2


def test_half_a_pair_escaped_on_the_wire_itself() -> None:
    (finding,) = found_by("arguments-lone-surrogate", escaped('{"a":"<', '"}'))
    assert (finding.variant, finding.params["half"], finding.params["chunk"]) == ("", HIGH, 2)


def test_a_pair_cut_by_a_seam_is_whole_once_it_is_joined() -> None:
    report = report_of(escaped('{"a":"<', '>", "b":"', "<", ">", '"}'))
    (finding,) = [finding for finding in report.findings if finding.rule == "arguments-lone-surrogate"]
    assert (finding.variant, finding.count, report.weight(finding, "default")[0]) == ("split", 2, "info")
    (shown,) = [call["arguments"] for _, evidence in report.shown for choice in evidence.choices for call in choice["calls"]]
    assert json.loads(shown) == {"a": "\N{GRINNING FACE}", "b": "\N{GRINNING FACE}"}


def test_a_pair_whose_escapes_are_cut_is_clean() -> None:
    assert is_clean(streamed('{"a":"\\ud8', "3d\\ud", 'e00"}'))


def test_a_key_with_half_a_pair_is_told_as_an_escape() -> None:
    (finding,) = found_by("arguments-duplicate-keys", escaped('{"<":1,"<":2}'))
    assert finding.params["key"] == HIGH


# Lost characters


def test_a_character_lost_between_two_fragments_is_certain_and_elsewhere_inferred() -> None:
    (cut,) = found_by("arguments-replacement-character", streamed('{"a":"ok \ufffd', '\ufffd done"}'))
    assert (cut.variant, cut.certainty, cut.count, cut.params["chunk"]) == ("at-seam", "certain", 2, 2)
    (inside,) = found_by("arguments-replacement-character", streamed('{"a":"ok \ufffd done"}'))
    assert (inside.variant, inside.certainty) == ("", "inferred")
    (kept,) = found_by("arguments-replacement-character", stored('{"a":"\\ufffd \\uFFFD"}'))
    assert (kept.variant, kept.certainty, kept.count) == ("in-history", "inferred", 2)


def test_the_edges_of_the_whole_text_are_no_seams() -> None:
    assert variants("arguments-replacement-character", streamed('"\ufffd"')) == [""]


def test_an_escaped_backslash_is_no_escape() -> None:
    assert is_clean(streamed('{"a":"\\\\ufffd \\\\ud83d"}'))


# None of it for free text


@pytest.mark.parametrize("input", ['{"a":1,"a":2}', "9007199254740993", "\ufffd", "{'a':1}", '"{}"', "[]"])
def test_the_input_of_a_custom_call_is_free_text(input: str) -> None:
    custom = {"id": "call_a", "type": "custom", "custom": {"name": "run", "input": input}}
    for example in (stream(tools({"index": 0, **custom})), history(user(), assistant(custom), result())):
        assert [finding.rule for finding in report_of(example).findings if finding.rule.startswith("arguments-")] == []
