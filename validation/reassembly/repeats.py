"""Calls that a history makes again and again: the same tool with the same arguments, turn after turn."""

from validation.facts.histories import History, HistoryCall


def find_repeats(history: History) -> None:
    """Tell the first call of a name and arguments of the first such call in every later turn.

    Arguments are compared as text, blanks at the ends aside; what is no text is not compared.
    """
    firsts: dict[tuple[str, str], HistoryCall] = {}
    for call in history.calls:
        if not call.name or call.arguments_type not in ("", "string"):
            continue
        first = firsts.setdefault((call.name, call.arguments.strip()), call)
        last = first.repeats[-1] if first.repeats else first
        if call.turn is not last.turn:
            first.repeats.append(call)
