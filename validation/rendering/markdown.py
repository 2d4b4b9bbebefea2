"""The report as Markdown for a bug report: under 60 kB, no HTML, nothing in it that a trace could have smuggled in."""

import re
from collections.abc import Sequence
from typing import Any

from validation.rendering.text import by_verdict, counted, where

LIMIT = 60_000
ROWS = 20

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&@$])")


def markdown(document: dict[str, Any], *, html_url: str | None = None) -> str:
    """`document` (the JSON report) as Markdown: verdict, tables of at most 20 findings and calls, where a history can be sent, and a link
    when there is one."""
    roots = [finding for finding in document["findings"] if not finding["caused_by"] and finding["severity"] != "info"]
    notes = [finding for finding in document["findings"] if not finding["caused_by"] and finding["severity"] == "info"]
    shown = (roots + notes)[:ROWS]
    lines = [
        f"**Tool-call check: {document['verdict']}** ({counted(document)}, engine {document['engine']}, ruleset {document['ruleset']})",
        "",
    ]
    lines += [f"{escaped(document['input']['name'] or 'input')}: {escaped(document['summary'])}", ""]
    if shown:
        lines += ["| | rule | where | what |", "|---|---|---|---|", *(_row(finding, html_url) for finding in shown), ""]
    if len(roots) + len(notes) > len(shown):
        lines += [f"{len(roots) + len(notes) - len(shown)} more findings are in the report.", ""]
    lines += [*_calls(document), *_linkage(document), *_portability(document)]
    if html_url:
        lines += [f"Full report: {html_url}", ""]
    return _within(lines)


def _row(finding: dict[str, Any], html_url: str | None) -> str:
    place = escaped(where(finding))
    if html_url:
        place = f"[{place}]({html_url}#f-{finding['fingerprint']})"
    times = f" ({finding['count']} times)" if finding["count"] > 1 else ""
    return f"| {finding['severity']} | `{finding['rule']}` | {place} | {escaped(finding['message'])}{times} |"


def _calls(document: dict[str, Any]) -> list[str]:
    """The calls of streams and responses, by their slots."""
    calls = [(choice, call) for stream in document["streams"] for choice in stream["choices"] for call in choice["calls"]]
    rows = [
        (f"{choice['index']}/{call['slot']}", call["id"] or "none", call["name"] or "none", str(call["fragments"]), call["json"])
        for choice, call in calls[:ROWS]
    ]
    return _table(("choice/index", "id", "function", "fragments", "arguments"), rows, len(calls))


def _linkage(document: dict[str, Any]) -> list[str]:
    """The calls of histories, and the messages that answer them."""
    several = len(document["histories"]) > 1
    calls = [(history, call) for history in document["histories"] for call in history["calls"]]
    rows = [
        (
            f"line {history['line']}, message {call['message']}" if several else f"message {call['message']}",
            call["id"] or "none", call["name"] or "none", call["json"],
            ", ".join(f"message {message}" for message in call["results"]) or "none",
        )
        for history, call in calls[:ROWS]
    ]  # fmt: skip
    return _table(("call in", "id", "function", "arguments", "result"), rows, len(calls))


def _portability(document: dict[str, Any]) -> list[str]:
    groups = by_verdict(document.get("portability") or {})
    rows = [(", ".join(names), verdict, ", ".join(rules) or "none") for verdict, rules, names in groups]
    return _table(("the history, sent to", "verdict", "rules that decide it"), rows, len(rows))


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], total: int) -> list[str]:
    """A table of `rows`, which are the first of `total`; nothing where there are none."""
    if not rows:
        return []
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    lines += [f"| {' | '.join(escaped(cell) for cell in row)} |" for row in rows]
    more = total - len(rows)
    return [*lines, "", *([f"{more} more {'call is' if more == 1 else 'calls are'} in the report.", ""] if more else [])]


def escaped(text: str) -> str:
    """Trace text as plain Markdown text on one line: no markup, no mention, no link, no hidden character."""
    visible = "".join(character if character.isprintable() else f"\\u{ord(character):04x}" for character in text)
    short = visible if len(visible) <= 300 else f"{visible[:299]}…"
    return _SPECIAL.sub(r"\\\1", short).replace("://", ":\\//")


def _within(lines: list[str]) -> str:
    """Whole lines up to the limit, and a word about what was left out."""
    kept: list[str] = []
    size = 0
    for line in lines:
        size += len(line.encode(errors="replace")) + 1
        if size > LIMIT:
            return "\n".join([*kept, "", "The rest was left out: the text would be over 60 kB.", ""])
        kept.append(line)
    return "\n".join(kept) + "\n"
