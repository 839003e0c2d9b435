"""Column types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, Double, Integer, Text, TypeDecorator

if TYPE_CHECKING:
    from sqlalchemy import Dialect

# SQLite counts ids by itself only where the type is called INTEGER.
Id = BigInteger().with_variant(Integer, "sqlite")
Time: Double[float] = Double()  # seconds since 1970, UTC


def storable(text: str) -> str:
    """Text as every database takes it: lone surrogates are replaced, NUL is left out.

    >>> storable("小米" + chr(0) + chr(0xD83D) + "!")
    '小米�!'
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", "")


class WebText(TypeDecorator[str]):
    """Text that the web had a hand in."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        del dialect
        return None if value is None else storable(value)
