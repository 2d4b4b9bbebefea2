"""No secret reaches a log: one filter for Django's, Celery's and gunicorn's loggers. What strangers cause stays small in it."""

import logging
import re

# Not inside a word, but right after a percent-encoded character, as in a%3Dcs_...
_SECRET = re.compile(r"(?:(?<![0-9A-Za-z_])|(?<=%[0-9A-Fa-f]{2}))(c[kts]_)[0-9A-Za-z_-]{8,}")
_SHARE_PATH = re.compile(r"(/(?:s|shared)/)[^/\s?\"'#]+")


def hide_secrets(message: str) -> str:
    """`message` without owner keys, API tokens, share tokens and the paths that hold one."""
    return _SHARE_PATH.sub(r"\1...", _SECRET.sub(r"\1...", message))


class HideSecrets(logging.Filter):
    """Rewrites each record, its traceback too, before a handler formats it."""

    def filter(self, record: logging.LogRecord) -> bool:
        try:
            record.msg = hide_secrets(record.getMessage())
        except (TypeError, ValueError):
            record.msg = hide_secrets(f"{record.msg} {record.args!r}")
        record.args = None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = hide_secrets(record.exc_text)
        return True


class OneLine(logging.Filter):
    """For a logger that strangers can have written to at will: its errors become warnings without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        record.levelno = min(record.levelno, logging.WARNING)
        record.levelname = logging.getLevelName(record.levelno)
        return True
