"""The words of a finding are those of its kind."""

from tests.validation.rules.checking import report_of
from validation.rendering.prose import prose
from validation.rules import RULES


def test_a_variant_takes_from_the_plain_rule_what_it_leaves_empty_but_not_its_excuse() -> None:
    rule = RULES["tool-calls-finish-stop"]
    plain, known = rule.texts[""], rule.texts["request-known"]
    assert plain.unless
    assert (known.unless, known.actual) == ("", plain.actual)
    kinds = {
        finding.variant: prose(finding)
        for example in rule.bad
        for finding in report_of(example).findings
        if finding.rule == rule.name
    }  # fmt: skip
    assert kinds[""].unless
    assert kinds["request-known"].unless == ""
    assert kinds["request-known"].actual == kinds[""].actual
