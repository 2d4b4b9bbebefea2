"""Profiles and dialects, as data: whose habits are expected, and whose a stream shows.

A profile has a base whose letters it takes where a rule names none of its own. For a stream a profile is the emitter's dialect, for a
history the endpoint that will receive it.
"""

from typing import NamedTuple

ERROR = "error"
WARNING = "warning"
INFO = "info"
OFF = "off"
LETTERS = (OFF, INFO, WARNING, ERROR)
WEIGHT = {letter: weight for weight, letter in enumerate(LETTERS)}
"""How heavy a letter weighs: off 0, info 1, warning 2, error 3."""


class Profile(NamedTuple):
    """One profile: its name, title, the profile whose letters it starts from, whether it is still beta, and whether it is an endpoint
    that a history can be sent to."""

    name: str
    title: str
    base: str | None
    beta: bool = False
    endpoint: bool = True


DEFAULT = "default"

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile("default", "No profile chosen: what breaks main-stream clients", None, endpoint=False),
        Profile("openai-strict", "OpenAI: would it pass as its output, would it be accepted", "default"),
        Profile("azure", "Azure OpenAI: as OpenAI, with annotations of the content filter", "openai-strict"),
        Profile("deepseek", "DeepSeek", "default"),
        Profile("moonshot", "Moonshot Kimi", "deepseek"),
        Profile("mistral", "Mistral, its platform and mistral-common", "default"),
        Profile("vllm", "vLLM, and servers like it: SGLang, Ollama, TGI", "default"),
        Profile("llama-cpp", "llama.cpp server", "vllm"),
        Profile("qwen-template", "A self-hosted model with the chat template of Qwen", "vllm"),
        Profile("openrouter", "OpenRouter", "default"),
        Profile("anthropic-compat", "Anthropic by its OpenAI-compatible layer (beta)", "default", beta=True),
        Profile("gemini-compat", "Gemini by its OpenAI-compatible layer (beta)", "default", beta=True),
        Profile("permissive", "Only what no client can use", "default", endpoint=False),
    )
}

DIALECTS: dict[str, str] = {
    "openai": "openai-strict",
    "azure": "azure",
    "openrouter": "openrouter",
    "vllm": "vllm",
    "sglang": "vllm",
    "llama.cpp": "llama-cpp",
    "deepseek": "deepseek",
    "mistral": "mistral",
    "gemini-compat": "gemini-compat",
    "groq": "default",
    "kimi": "default",
}
"""Dialect -> the column of letters that tells its habits. The ids of Kimi name a model and no server, so they lower nothing."""


class Row:
    """The letters of one kind: one default, and the columns that differ. `row("error", permissive="warning")`."""

    __slots__ = ("columns", "default")

    def __init__(self, default: str, columns: dict[str, str]) -> None:
        self.default = default
        self.columns = columns

    def letter(self, column: str) -> str:
        """The letter in `column`: its own, else that of its base, else the default."""
        while True:
            own = self.columns.get(column)
            if own is not None:
                return own
            profile = PROFILES.get(column)
            if profile is None or profile.base is None:
                return self.default
            column = profile.base


def row(default: str, **columns: str) -> Row:
    """A row of letters; columns are profile names with `_` for `-` (`openai_strict="error"`).

    Raises ValueError for a letter that is none of error, warning, info, off.
    """
    named = {name.replace("_", "-"): letter for name, letter in columns.items()}
    for letter in (default, *named.values()):
        if letter not in LETTERS:
            raise ValueError(f"no such letter: {letter!r}, expected one of {', '.join(LETTERS)}")
    return Row(default, named)


def letter(letters: Row, profile: str, dialect: str | None) -> str:
    """The letter of a kind under `profile` for a segment of `dialect`.

    A detected dialect lowers a warning to info, never an error, and only under `default`.
    """
    own = letters.letter(profile)
    if profile != DEFAULT or own != WARNING or dialect is None:
        return own
    habit = letters.letter(DIALECTS.get(dialect, DEFAULT))
    return INFO if WEIGHT[habit] <= WEIGHT[INFO] else own
