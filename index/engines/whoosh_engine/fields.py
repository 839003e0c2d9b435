"""How tokens are kept in Whoosh."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from hashlib import blake2b
from typing import TYPE_CHECKING, TypeAlias

from whoosh.columns import NumericColumn
from whoosh.fields import COLUMN, FieldType, Schema
from whoosh.formats import Existence, Format

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from index.engines.entry import IndexEntry

LONGEST_TERM = 200  # bytes; a longer token is kept as its start and a digest
POSITION = "I"  # of `array`, and of numpy

Posting: TypeAlias = tuple[bytes, int, float, bytes]


def term_bytes(token: str) -> bytes:
    """Any text, lone surrogates and megabytes included, as a short key of a dictionary."""
    encoded = token.encode("utf-8", "surrogatepass")
    if len(encoded) <= LONGEST_TERM:
        return encoded
    return encoded[: LONGEST_TERM - 64] + blake2b(encoded).digest()


def said_token(attribute: str, token: str) -> str:
    """Tokens of all attributes of free text share one field of Whoosh."""
    return f"{attribute}\0{token}"


class Tokens(FieldType):  # type: ignore[misc] # Whoosh has no types
    """Tokens as they come, and how often: analysis is not Whoosh's here, nor is scoring."""

    def __init__(self) -> None:
        super().__init__(format=Existence(), analyzer=None)

    def index(self, value: Sequence[str], **_: object) -> Iterator[Posting]:
        for token, times in Counter(map(term_bytes, value)).items():
            yield token, times, float(times), b""


class PackedPositions(Format):  # type: ignore[misc] # Whoosh has no types
    """Numbers side by side, which numpy reads at once; Whoosh's own are a pickle each."""

    posting_size = -1  # they differ


class OrderedTokens(FieldType):  # type: ignore[misc] # Whoosh has no types
    """Tokens with where they stand."""

    def __init__(self) -> None:
        super().__init__(format=PackedPositions(), analyzer=None)

    def index(self, value: Sequence[str], **_: object) -> Iterator[Posting]:
        places: dict[bytes, array[int]] = defaultdict(lambda: array(POSITION))
        for place, token in enumerate(value):
            places[term_bytes(token)].append(place)
        for token_term, where in places.items():
            yield token_term, len(where), 1.0, where.tobytes()


def whoosh_schema() -> Schema:
    """`serial` tells documents apart: Whoosh's own numbers change when it merges segments."""
    return Schema(
        name=Tokens(),
        body=Tokens(),
        said=Tokens(),
        exact=OrderedTokens(),
        serial=COLUMN(NumericColumn(POSITION)),
    )


def whoosh_document(entry: IndexEntry, serial: int) -> dict[str, object]:
    said = [said_token(name, token) for name, tokens in entry.said.items() for token in tokens]
    return {
        "name": entry.name,
        "body": entry.body,
        "said": said,
        "exact": entry.exact,
        "serial": serial,
    }
