"""Numbers and text from the web, made fit for a terminal."""

from __future__ import annotations

import unicodedata

from rich.text import Text


def shown(text: str, style: str = "", longest: int = 300) -> Text:
    """Text from the web for rich, without interpreting markup in it.

    At most `longest` characters: combining marks take no room and could be stacked endlessly.
    """
    return Text(safe(text[:longest]), style)


def safe(text: str) -> str:
    r"""Text from the web without control characters and direction marks.

    >>> safe("[red]手机\x1b[2J\u202e")
    '[red]手机\\x1b[2J\\u202e'
    """
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    if unicodedata.category(character) == "Zs":
        return " "
    return character.encode("unicode_escape").decode("ascii")


def size(count: int) -> str:
    """In units of a thousand.

    >>> size(999), size(1_250), size(20_000_000_000)
    ('999 B', '1.2 kB', '20.0 GB')
    """
    if count < 1000:
        return f"{count} B"
    amount, units = count / 1000, ["kB", "MB", "GB", "TB"]
    while amount >= 999.95 and len(units) > 1:
        amount, units = amount / 1000, units[1:]
    return f"{amount:,.1f} {units[0]}"


def duration(seconds: float) -> str:
    """Exact up to a day, rounded beyond.

    >>> duration(59.6), duration(61), duration(3 * 3600 + 61), duration(50 * 3600)
    ('59 s', '1:01', '3:01:01', '2 d 2 h')
    """
    whole = max(0, int(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02}"
    if whole < 48 * 3600:
        return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{whole // 86400} d {whole % 86400 // 3600} h"


def several(count: int, one: str, many: str = "") -> str:
    """A number with its noun; `many` is for nouns whose plural is more than an s.

    >>> several(1, "page"), several(1_200, "page"), several(2, "entry", "entries")
    ('1 page', '1,200 pages', '2 entries')
    """
    return f"{count:,} {one}" if count == 1 else f"{count:,} {many or f'{one}s'}"
