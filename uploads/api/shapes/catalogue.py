"""Rules, profiles and limits."""

from rest_framework import serializers as s

from uploads.api.shapes.words import CertaintyOfErrorField, LetterField, ObjectField, natural


class Rule(s.Serializer[None]):
    """A rule as it is listed."""

    name = s.CharField()
    code = s.CharField()
    family = s.CharField()
    title = s.CharField()
    status = s.CharField(help_text="`stable` or `retired`.")
    letters = s.DictField(child=s.DictField(child=LetterField()), help_text='Variant ("" is the plain rule) -> profile -> what it weighs.')
    url = s.URLField()
    html_url = s.URLField()


class RuleList(s.Serializer[None]):
    """All rules in catalogue order."""

    ruleset = s.CharField(help_text="The date of the catalogue.")
    rules = s.ListField(child=Rule())


class RuleTexts(s.Serializer[None]):
    """The texts of a rule. `{name}` is the place of a param."""

    says = s.CharField()
    expected = s.CharField(allow_blank=True)
    actual = s.CharField(allow_blank=True)
    why = s.CharField(allow_blank=True)
    unless = s.CharField(allow_blank=True)
    fix = s.CharField(allow_blank=True)


class RuleExample(s.Serializer[None]):
    """A small input that breaks a rule, or does not."""

    name = s.CharField()
    data = s.CharField(allow_blank=True)  # type: ignore[assignment]
    encoding = s.CharField(help_text="`utf-8`, or `base64` for bytes that are no UTF-8.")
    purpose = s.CharField(allow_null=True)
    request = ObjectField(allow_null=True)
    note = s.CharField(allow_blank=True)


class RuleDetail(Rule):
    """A rule with its page and examples."""

    columns = s.DictField(child=s.DictField(child=LetterField()), help_text="As `letters`, with the columns of dialects.")
    page = s.CharField(allow_blank=True)
    params = s.DictField(child=s.CharField(), help_text="Param -> `number`, `place`, `word` or `text`.")
    texts = s.DictField(child=RuleTexts(), help_text="Variant -> texts.")
    bad = s.ListField(child=RuleExample())
    good = s.ListField(child=RuleExample())
    breaks = s.ListField(child=s.CharField(), help_text="Who is hit.")
    see = s.ListField(child=s.CharField())


class RulePointer(s.Serializer[None]):
    """Where a rule is read."""

    name = s.CharField()
    code = s.CharField()
    title = s.CharField()
    url = s.URLField()
    html_url = s.URLField()


class ErrorMeaning(s.Serializer[None]):
    """A known error of a server or a client."""

    certainty = CertaintyOfErrorField(help_text="`same`: the text holds it. `similar`: most of its words, or a piece of it.")
    text = s.CharField(help_text="As it is known; `{}` is a value of the sender.")
    said_by = s.ListField(child=s.CharField())
    means = s.CharField()
    rules = s.ListField(child=RulePointer(), help_text="The rules that find its cause, the likeliest first.")


class ErrorMeanings(s.Serializer[None]):
    """What an error may mean."""

    matches = s.ListField(child=ErrorMeaning(), help_text="The most telling first; empty when the text is not known.")
    advice = s.CharField(help_text="What to do next.")


class Profile(s.Serializer[None]):
    """What a trace is measured by."""

    name = s.CharField()
    title = s.CharField()
    base = s.CharField(allow_null=True)
    beta = s.BooleanField()


class ProfileList(s.Serializer[None]):
    """All profiles."""

    profiles = s.ListField(child=Profile())
    dialects = s.ListField(child=s.CharField(), help_text="Whose habits are recognised.")


class Limits(s.Serializer[None]):
    """The limits in force."""

    upload_bytes = natural("Largest upload, unpacked.")
    unpacking_ratio = natural("How far a body beyond 16 MiB may unpack.")
    inline_bytes = natural("Up to this size an upload is validated in the request.")
    wait_seconds = natural("Longest `wait`.")
    requests = s.DictField(child=s.CharField(allow_null=True), help_text="Requests served, as `number/period`; null for no limit.")


class KeptFor(s.Serializer[None]):
    """How long what is kept."""

    raw = natural("The raw trace and all texts of it.")
    report = natural("The report.")


class Info(s.Serializer[None]):
    """What runs here."""

    service = s.CharField()
    version = s.CharField()
    ruleset = s.CharField()
    report_schema = s.CharField()
    limits = Limits()
    kept_for_days = KeptFor()
    media_types = s.ListField(child=s.CharField())
    content_codings = s.ListField(child=s.CharField())
    profiles = s.ListField(child=s.CharField())
    report_formats = s.ListField(child=s.CharField())
