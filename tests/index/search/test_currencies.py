"""A limit in another currency is compared with prices in that currency."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.search.model import SearchQuery
from tests.index.search import small_shop
from tests.index.search.small_shop import titles

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_prices_in_it_are_compared_with_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dear, cheap = {"参考价格": "$799"}, {"参考价格": "US$449"}
    prices = {"小米14": dear, "小米13": cheap}
    monkeypatch.setattr(small_shop, "MORE", prices)
    finder = small_shop.open_shop(tmp_path)
    answer = finder.find(SearchQuery("under $500"))
    assert titles(answer) == ["小米 13"]
    assert "Only prices in US dollars are compared" in answer.notes[0].in_language("en")
    assert titles(finder.find(SearchQuery("$700以上"))) == ["小米 14"]
    assert "No product has a price in euros" in finder.find(SearchQuery("€400")).notes[
        0
    ].in_language("en")
