"""What a thing is called before people: a random word, never its primary key."""

import secrets

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""32 letters and digits that nobody mistakes for one another."""


def new_public_id() -> str:
    """20 random characters, 100 bits, that need no escaping in an address or a command."""
    return "".join(_ALPHABET[byte % 32] for byte in secrets.token_bytes(20))
