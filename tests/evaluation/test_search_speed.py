from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.topic import shipped_topic
from evaluation.made_up_phones import entry_of, made_up_products
from evaluation.search_report import WHOLE
from evaluation.search_speed import FACETS, asked, contestants, requests_by_kind
from index.analysis import analyzer_for

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.mark.slow
def test_all_contestants_find_and_count_the_same(tmp_path: Path) -> None:
    analyzer = analyzer_for(shipped_topic("phones"))
    entries = [entry_of(product, analyzer) for product in made_up_products(60)]
    requests = requests_by_kind(analyzer, 5)
    opened = {}
    for number, contestant in enumerate(contestants()[0]):
        folder = tmp_path / str(number)
        folder.mkdir()
        contestant.build(folder, entries)
        opened[contestant] = contestant.open(folder)
    answers = asked(opened, requests)
    assert answers.unlike == {}
    for contestant, searcher in opened.items():
        assert len(answers.seconds[contestant.name, WHOLE]) == (2 if contestant.ours else 1)
        found = searcher.search(requests[WHOLE][0])
        assert set(found.facets) == set(FACETS)
        searcher.close()


def test_requests_find_something(tmp_path: Path) -> None:
    analyzer = analyzer_for(shipped_topic("phones"))
    entries = [entry_of(product, analyzer) for product in made_up_products(600)]
    (sqlite,) = contestants(["SQLite FTS5"])[0]
    sqlite.build(tmp_path, entries)
    searcher = sqlite.open(tmp_path)
    for kind, requests in requests_by_kind(analyzer, 16).items():
        hits = [searcher.search(request).total for request in requests]
        assert sum(total > 0 for total in hits) >= 8, kind
    searcher.close()
