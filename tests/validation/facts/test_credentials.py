"""Credentials are told from masks, hashes, placeholders and ids by their value."""

import base64
import random
import string

import pytest

from validation.facts.credentials import credentials_in

CHANCE = random.Random(7)
LETTERS = string.ascii_letters + string.digits


def by_chance(length: int, letters: str = LETTERS) -> str:
    return "".join(CHANCE.choice(letters) for _ in range(length))


CAPITALS = string.ascii_uppercase
HEX = "0123456789abcdef"
REAL = {
    "OpenAI key": "sk-proj-" + by_chance(120),
    "Anthropic key": "sk-ant-api03-" + by_chance(90),
    "OpenRouter key": "sk-or-v1-" + by_chance(64, HEX),
    "API key (sk-)": "sk-" + by_chance(32, HEX),
    "GitHub token": "ghp_" + by_chance(36),
    "GitLab token": "glpat-" + by_chance(20),
    "AWS access key id": "AKIA" + by_chance(16, CAPITALS + "234567"),
    "Google API key": "AIza" + by_chance(35),
    "Slack token": "xoxb-" + by_chance(40),
    "Slack webhook": f"hooks.slack.com/services/T0{by_chance(8, CAPITALS)}/B0{by_chance(8, CAPITALS)}/{by_chance(24)}",
    "Stripe key": "sk_live_4" + by_chance(23),
    "Hugging Face token": "hf_" + by_chance(34),
    "Groq key": "gsk_" + by_chance(52),
    "npm token": "npm_" + by_chance(36),
    "SendGrid key": f"SG.{by_chance(22)}.{by_chance(43)}",
    "JSON web token": f"eyJ{by_chance(33)}.eyJ{by_chance(70)}.{by_chance(43)}",
}


@pytest.mark.parametrize("kind", REAL)
@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "use {} now",
        '{{"key":"{}"}}',
        '{{\\"key\\":\\"{}\\"}}',
        "KEY={}",
        "https://x.test/?k={}&b=1",
        "first\\n{}",
        "key\\u003d{}",
        "(https://{})",
    ],
)
def test_a_key_is_found_whatever_stands_around_it(kind: str, around: str) -> None:
    text = around.format(REAL[kind])
    found = credentials_in(text)
    assert [credential.kind for credential in found] == [kind]
    assert text[found[0].start : found[0].end] == REAL[kind]


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("bearer token", "Authorization: Bearer 7Hq2Lx9Vt4Rk8Zn3Wc6P", "7Hq2Lx9Vt4Rk8Zn3Wc6P"),
        ("bearer token", '{\\"authorization\\":\\"bearer 7Hq2Lx9Vt4Rk8Zn3Wc6P\\"}', "7Hq2Lx9Vt4Rk8Zn3Wc6P"),
        ("basic authorization", "'Authorization': 'Basic Ym9iOmg3S3EybVd6OUx4'", "Ym9iOmg3S3EybVd6OUx4"),
        ("API key", '"api_key": "7Hq2Lx9Vt4Rk8Zn3Wc6P"', "7Hq2Lx9Vt4Rk8Zn3Wc6P"),
        ("API key", "X-API-Key: 7Hq2Lx9Vt4Rk8Zn3Wc6P", "7Hq2Lx9Vt4Rk8Zn3Wc6P"),
        ("secret", "AWS_SECRET_ACCESS_KEY=wJ7rX/K7MDENG+bPx2RfiCYzK9Lq4Vt8Hn3Ws6Pd", "wJ7rX/K7MDENG+bPx2RfiCYzK9Lq4Vt8Hn3Ws6Pd"),
        ("secret", '"clientSecret":"7Hq2Lx9Vt4Rk8Zn3Wc6P"', "7Hq2Lx9Vt4Rk8Zn3Wc6P"),
        ("cookie", "Cookie: session=7Hq2Lx9Vt4Rk8Zn3Wc6P", "7Hq2Lx9Vt4Rk8Zn3Wc6P"),
        ("password in a URL", "postgres://bob:h7Kq2mWz9@db.local/", "h7Kq2mWz9"),
    ],
)
def test_a_value_that_a_name_gives_away_is_found(kind: str, text: str, value: str) -> None:
    (credential,) = credentials_in(text)
    assert (credential.kind, text[credential.start : credential.end]) == (kind, value)


def test_a_private_key_is_found_with_real_and_with_escaped_line_ends() -> None:
    body = [by_chance(64) for _ in range(8)]
    for end in ("\n", "\\n"):
        text = end.join(["-----BEGIN RSA PRIVATE KEY-----", *body, "-----END RSA PRIVATE KEY-----"])
        assert [credential.kind for credential in credentials_in(text)] == ["private key"]


@pytest.mark.parametrize(
    "text",
    [
        "sk-proj-****************************abcd",
        "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "OPENAI_API_KEY=sk-your-key-goes-here-0123456789abcdef",
        "Incorrect API key provided: sk-abcde************************wxyz",
        "AKIAIOSFODNN7EXAMPLE",
        "api_key=88dc28d0f030c55ed4ab77ed8faf098196cb1c05df778539800c9f1243fe6b4b",
        "api_key: 3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        "api_key=self.config.openai_v1_credentials",
        "api_key=<YOUR_API_KEY_0123456789>",
        "access_token: ${ACCESS_TOKEN_1234567890}",
        "Authorization: Bearer token-goes-here-please",
        "call_Zt8yF4qLw2Xn7Bv5Rk1Ms9Pd chatcmpl-tool-9b1f0c4e7a2d4d55a8a1 functions.get_weather:0",
        "the max_tokens of this task-based risk-averse sk-learn-estimator-html-documentation-link",
        "https://example.org/a/b?next_page_token=7Hq2Lx9Vt4Rk8Zn3Wc6P",
        "sha256:88dc28d0f030c55ed4ab77ed8faf098196cb1c05df778539800c9f1243fe6b4b",
        "mailto:bob@db.local and https://db.local:8443/@bob",
    ],
)
def test_masks_hashes_placeholders_and_ids_are_none(text: str) -> None:
    assert credentials_in(text) == []


def test_an_image_as_base64_holds_none() -> None:
    assert credentials_in("data:image/png;base64," + base64.b64encode(CHANCE.randbytes(30_000)).decode()) == []


def test_places_are_those_of_the_text_when_it_is_not_ascii() -> None:
    text = "深圳 \ud83d " + REAL["GitHub token"]
    (credential,) = credentials_in(text)
    assert text[credential.start : credential.end] == REAL["GitHub token"]
    assert credential.length == 40


def test_a_key_that_has_no_digit_by_chance_is_found() -> None:
    assert [credential.kind for credential in credentials_in("KEY=sk_live_okTBGzvAmwufUxbvJDCTbyvH")] == ["Stripe key"]


def test_two_in_one_text_come_in_their_order() -> None:
    text = f"{REAL['Groq key']} {REAL['OpenAI key']}"
    assert [credential.kind for credential in credentials_in(text)] == ["Groq key", "OpenAI key"]


@pytest.mark.parametrize("piece", ["sk-", "PRIVATE KEY-----", "://a:", "Bearer ", "A", "eyJ.", "api_key=\\", "hooks.slack.com/"])
def test_a_text_made_to_be_slow_is_read_to_its_end(piece: str) -> None:
    assert credentials_in(piece * (1_000_000 // len(piece)) + "@ " + REAL["npm token"])[-1].kind == "npm token"
