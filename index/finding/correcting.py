"""What may have been meant by words that find nothing."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from index.finding.part import QueryPart
    from index.finding.reading import ParsedQuery

_MOST_WORDS = 8


def corrected_texts(parsed: ParsedQuery, correct: Callable[[str], Sequence[str]]) -> Iterator[str]:
    """The text with its words corrected, the likeliest first; what was understood stays."""
    words = [part for part in parsed.parts if part.words][:_MOST_WORDS]
    corrections = [(part, correct(part.said)) for part in words]
    wrong = [(part, texts) for part, texts in corrections if texts]
    for choice in zip_longest(*(texts for _, texts in wrong)):
        chosen = [text or texts[0] for text, (_, texts) in zip(choice, wrong, strict=True)]
        yield _with(parsed.query.text, [part for part, _ in wrong], chosen)


def _with(text: str, parts: Sequence[QueryPart], corrected: Sequence[str]) -> str:
    for part, word in sorted(
        zip(parts, corrected, strict=True), key=lambda each: each[0].pieces[0].start, reverse=True
    ):
        piece = part.pieces[0]
        text = text[: piece.start] + word + text[piece.end :]
    return text
