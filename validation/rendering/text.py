"""The report for a terminal: the verdict first, then findings with their places, then the calls."""

from collections.abc import Iterator
from typing import Any

from validation.report.portability import Target, alike

SIGNS = {"error": "■", "warning": "▲", "info": "●"}


def text(document: dict[str, Any]) -> str:
    """`document` (the JSON report) as plain lines, control characters made visible."""
    return "\n".join(visible(line) for line in _lines(document)) + "\n"


def _lines(document: dict[str, Any]) -> Iterator[str]:
    yield f"{document['input']['name'] or 'input'}: {document['verdict'].upper()}"
    yield f"  {counted(document)}"
    yield f"  {document['summary']}"
    roots = [finding for finding in document["findings"] if not finding["caused_by"]]
    for finding in sorted(roots, key=lambda finding: tuple(SIGNS).index(finding["severity"])):
        yield ""
        yield from _finding(finding, document)
    for rule, number in document["findings_omitted"].items():
        yield f"  {rule}: {number} more, counted and not shown"
    if document.get("portability"):
        yield ""
        yield "Where the history can be sent:"
        yield from _portability(document["portability"])
    calls = list(_calls(document))
    if calls:
        yield ""
        yield "Calls, joined by (choice, index):"
        yield from calls


def counted(document: dict[str, Any]) -> str:
    """What was found and in how much: "1 warning in 317 chunks and 12 messages · profile default · looks like openrouter"."""
    counts, totals = document["counts"], document["totals"]
    told = [_number(counts[letter], letter) for letter in ("error", "warning") if counts[letter]]
    amounts = [_number(totals[f"{word}s"], word) for word in ("chunk", "response", "message") if totals[f"{word}s"]]
    amount = " and ".join(filter(None, (", ".join(amounts[:-1]), *amounts[-1:]))) or _number(document["input"]["records"], "record")
    looks = f" · looks like {document['looks_like']}" if document["looks_like"] else ""
    return f"{', '.join(told) or 'no errors, no warnings'} in {amount} · profile {document['profile']}{looks}"


def _number(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def where(finding: dict[str, Any]) -> str:
    """The primary place in a few words: "chunk 316, line 317, /choices/0/finish_reason".

    A place in a text that a wrapper holds has two: "line 40, /log/entries/0/response/content/text > line 9, /choices/0/finish_reason".
    """
    place = finding["places"][0] if finding["places"] else {}
    parts = [f"{word} {place[word]}" for word in ("chunk", "message") if place.get(word) is not None]
    return ", ".join([*parts, *_way(place)]) or "the file"


def _way(place: dict[str, Any]) -> list[str]:
    steps = [f"line {place['line']}"] if place.get("line") else []
    if place.get("pointer"):
        steps.append(place["pointer"])
    inner = _way(place["inner"]) if place.get("inner") else []
    return [*steps[:-1], f"{steps[-1]} > {inner[0]}", *inner[1:]] if steps and inner else steps + inner


def _finding(finding: dict[str, Any], document: dict[str, Any]) -> Iterator[str]:
    times = f", {finding['count']} times" if finding["count"] > 1 else ""
    yield f"{SIGNS[finding['severity']]} {finding['severity']}  {finding['rule']} [{finding['code']}]  {where(finding)}{times}"
    yield f"  {finding['message']}"
    for label, key in (("expected", "expected"), ("got", "actual"), ("why", "why"), ("not an error if", "unless"), ("fix", "fix")):
        if finding[key] and (finding["severity"] != "info" or key in ("expected", "actual")):
            yield f"    {label}: {finding[key]}"
    follow_ups = [other["rule"] for other in document["findings"] if other["caused_by"] == finding["fingerprint"]]
    if follow_ups:
        yield f"    explains: {', '.join(dict.fromkeys(follow_ups))}"


def by_verdict(targets: dict[str, dict[str, Any]]) -> list[tuple[str, tuple[str, ...], list[str]]]:
    """(verdict, rules that decide it, names) for all targets that share both, the best first."""
    known = {name: Target(target["verdict"], tuple(target["rules"])) for name, target in targets.items()}
    return [(target.verdict, target.rules, names) for target, names in alike(known)]


def _portability(targets: dict[str, dict[str, Any]]) -> Iterator[str]:
    for verdict, rules, names in by_verdict(targets):
        because = f" ({', '.join(rules)})" if rules else ""
        yield f"  {verdict}: {', '.join(names)}{because}"


def _calls(document: dict[str, Any]) -> Iterator[str]:
    for stream in document["streams"]:
        for choice in stream["choices"]:
            for call in choice["calls"]:
                arguments = call["arguments"] or ""
                shown = arguments if len(arguments) <= 120 else f"{arguments[:117]}..."
                name = f"{choice['index']}/{call['slot']} {call['id'] or '(no id)'} {call['name'] or '(no name)'}"
                yield f"  {name}: {call['fragments']} fragments, {call['json']}: {shown}"


def visible(line: str) -> str:
    """A trace must not steer a terminal: control, bidirectional and invisible characters and lone surrogates become escapes."""
    return "".join(character if character.isprintable() else f"\\u{ord(character):04x}" for character in line)
