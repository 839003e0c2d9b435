"""A part of what is asked: it can be left out by itself, and be asked of an engine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from index.engines.request import AnyOf, Either, SearchRequest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from index.analysis.analyzer import Analyzer
    from index.building.shape import BilingualText
    from index.engines.request import Condition, TextMatch
    from index.finding.asked import SearchQuery
    from index.query.query import ParsedText, TextSpan


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryPart:
    """Said by pieces of the text, or (`facet`) by a choice of `key` or a range in a facet.

    `choices` are alternatives to other choices of their attribute; `conditions` must all hold.
    """

    label: BilingualText
    pieces: tuple[TextSpan, ...] = ()
    facet: str = ""
    key: str | None = None
    choices: tuple[AnyOf | TextMatch, ...] = ()
    conditions: tuple[Condition, ...] = ()
    words: str = ""
    phrase: str = ""
    unwanted: str = ""

    @property
    def said(self) -> str:
        return " ".join(piece.said for piece in self.pieces)


def request_for(parts: Iterable[QueryPart], analyzer: Analyzer) -> SearchRequest:
    parts = tuple(parts)
    words = " ".join(part.words for part in parts if part.words)
    phrases = (analyzer.exact_tokens(part.phrase) for part in parts if part.phrase)
    without = (analyzer.exact_tokens(part.unwanted) for part in parts if part.unwanted)
    return SearchRequest(
        words=tuple(analyzer.query_tokens(words)) if words else (),
        phrases=tuple(tuple(tokens) for tokens in phrases if tokens),
        without=tuple(tuple(tokens) for tokens in without if tokens),
        conditions=(
            *chain.from_iterable(part.conditions for part in parts),
            *_merged(chain.from_iterable(part.choices for part in parts)),
        ),
    )


def _merged(choices: Iterable[AnyOf | TextMatch]) -> Iterator[Condition]:
    """Of several choices of an attribute one is enough."""
    by_attribute: dict[str, list[AnyOf | TextMatch]] = {}
    for choice in choices:
        by_attribute.setdefault(choice.attribute, []).append(choice)
    for attribute, several in by_attribute.items():
        keys = tuple(
            dict.fromkeys(
                key for choice in several if isinstance(choice, AnyOf) for key in choice.keys
            )
        )
        either: list[AnyOf | TextMatch] = [AnyOf(attribute, keys)] if keys else []
        either += (choice for choice in several if not isinstance(choice, AnyOf))
        yield either[0] if len(either) == 1 else Either(attribute, tuple(either))


def query_without(
    asked: SearchQuery, query: ParsedText, unwanted: Iterable[QueryPart]
) -> SearchQuery:
    """What is asked but for some parts, from the first page on."""
    unwanted = tuple(unwanted)
    keys = {(part.facet, part.key) for part in unwanted if part.key is not None}
    limits = {part.facet for part in unwanted if part.facet and part.key is None}
    chosen = {
        attribute: tuple(key for key in many if (attribute, key) not in keys)
        for attribute, many in asked.chosen.items()
    }
    pieces = tuple(chain.from_iterable(part.pieces for part in unwanted))
    return replace(
        asked,
        text=query.text_without(*pieces) if pieces else asked.text,
        chosen={attribute: many for attribute, many in chosen.items() if many},
        ranges={name: each for name, each in asked.ranges.items() if name not in limits},
        page=1,
    )


def query_with(asked: SearchQuery, attribute: str, key: str) -> SearchQuery:
    """With one more choice in a facet, from the first page on."""
    many = (*asked.chosen.get(attribute, ()), key)
    return replace(asked, chosen={**asked.chosen, attribute: many}, page=1)
