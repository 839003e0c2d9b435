"""Texts as Tantivy can keep them: it wants valid UTF-8, and no term longer than 64 KB."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_LONGEST = 8_000  # characters: at most eight bytes each, once escaped
_LONGEST_SET = 60_000  # bytes
_MARK, _MARK_ITSELF, _END = "\x1f", "\x1f0", "\x1f1"
_ESCAPED = "\0"
_UNKEPT = "\N{REPLACEMENT CHARACTER}"
_GAPS = dict.fromkeys(map(ord, " \t\n\f\r"), _UNKEPT)


def joined_tokens(tokens: Sequence[str]) -> str:
    """Tokens as one text that falls into the same tokens at its spaces."""
    text = " ".join(tokens)
    if _is_plain(text) and all(tokens) and text.count(" ") == len(tokens) - 1:
        return text  # nearly always; a token with a space would have been counted
    return " ".join(map(encoded_token, tokens))


def _is_plain(text: str) -> bool:
    return len(text) <= _LONGEST and text.isprintable()


def encoded_token(text: str) -> str:
    r"""As `joined_tokens` writes it.

    >>> encoded_token("骁龙"), encoded_token("a b"), encoded_token("\ud800"), encoded_token("")
    ('骁龙', 'a�b', '?', '�')
    """
    if _is_plain(text) and " " not in text:
        return text or _UNKEPT
    return text[:_LONGEST].encode("utf-8", "replace").decode().translate(_GAPS)


def encoded_key(text: str) -> str:
    r"""An id or facet key; what is no valid text is escaped, so that no two become the same.

    >>> encoded_key("小米"), decoded_key(encoded_key("\ud800")) == "\ud800"
    ('小米', True)
    """
    text = text[:_LONGEST]
    if text.isprintable():
        return text
    raw = text.encode("utf-8", "surrogatepass")
    return _ESCAPED + raw.decode("latin-1")


def encoded_set(keys: Iterable[str]) -> str:
    r"""Keys as one text; of very many, those that a term has room for.

    >>> [decoded_set(encoded_set(keys)) for keys in (["8 GB", "12 GB"], [], ["a\x1f1b"])]
    [['8 GB', '12 GB'], [], ['a\x1f1b']]
    """
    text, length = "", 0
    for one in keys:
        written = one.replace(_MARK, _MARK_ITSELF) + _END
        length += len(written.encode())
        if length > _LONGEST_SET:
            break
        text += written
    return text


def decoded_set(text: str) -> list[str]:
    """What `encoded_set` was given."""
    return [one.replace(_MARK_ITSELF, _MARK) for one in text.split(_END)[:-1]]


def decoded_key(encoded: str) -> str:
    """What `encoded_key` was given."""
    if not encoded.startswith(_ESCAPED):
        return encoded
    return encoded[1:].encode("latin-1").decode("utf-8", "surrogatepass")
