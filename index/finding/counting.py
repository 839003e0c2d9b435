"""Facets are counted once for a question: its other pages and orders have the same counts."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from index.engines.request import AnyOf

if TYPE_CHECKING:
    from collections.abc import Mapping

    from index.engines.engine import Searcher
    from index.engines.request import SearchRequest, SearchResponse

_Counts: TypeAlias = "Mapping[str, Mapping[str, int]]"

_QUESTIONS = 200
_MOST_KEYS = 100  # of a facet that are remembered, beside those chosen


class FacetCache:
    """Searches with all facets of an index, which does not change while it is open.

    Counting many facets of many products takes most of the time of a search.
    """

    def __init__(self, searcher: Searcher, facets: tuple[str, ...]) -> None:
        self._searcher = searcher
        self._facets = facets
        self._known: OrderedDict[SearchRequest, _Counts] = OrderedDict()
        self._lock = Lock()

    def search(self, request: SearchRequest) -> SearchResponse:
        question = replace(request, sort=None, offset=0, limit=0)
        with self._lock:
            known = self._known.get(question)
            if known is not None:
                self._known.move_to_end(question)
        if known is not None:
            return replace(self._searcher.search(request), facets=known)
        found = self._searcher.search(replace(request, facets=self._facets))
        return replace(found, facets=self._remember(question, found))

    def _remember(self, question: SearchRequest, found: SearchResponse) -> _Counts:
        """What every answer to the question has, the first one too."""
        chosen = {
            (choice.attribute, key)
            for choice in question.conditions
            if isinstance(choice, AnyOf)
            for key in choice.keys
        }
        counts = {
            facet: dict(islice(keys.items(), _MOST_KEYS))
            | {key: keys[key] for name, key in chosen if name == facet and key in keys}
            for facet, keys in found.facets.items()
        }
        with self._lock:
            self._known[question] = counts
            if len(self._known) > _QUESTIONS:
                self._known.popitem(last=False)
        return counts
