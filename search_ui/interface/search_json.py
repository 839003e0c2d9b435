"""What a search finds, as JSON: what the command line prints, with typed values and a next page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from index.search.as_json import answer_as_json
from index.search.bounds import last_page
from search_ui.interface.product_json import summary_json
from search_ui.searching.addresses import search_address

if TYPE_CHECKING:
    from core.topic import Topic
    from index.search.model import SearchResult
    from search_ui.interface.typed_json import Json


def search_json(answer: SearchResult, topic: Topic) -> Json:
    return {
        **answer_as_json(answer, topic),
        "products": [summary_json(product, topic) for product in answer.products],
        "next": next_page(answer, topic, ".json"),
    }


def next_page(answer: SearchResult, topic: Topic, kind: str) -> str | None:
    """Its address; None after the last."""
    asked = answer.asked
    if asked.page >= last_page(answer.total, asked.size):
        return None
    return search_address(replace(asked, page=asked.page + 1), topic, f"/search{kind}")
