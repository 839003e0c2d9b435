from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.specseek.commands.broken_reader import break_on

if TYPE_CHECKING:
    from click.testing import Result

    from tests.specseek.commands.conftest import SmallSite

MANIFEST = ("cluster", "--manifest", "pages.jsonl")


def lines(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def add_article(site: SmallSite, *more: dict[str, str]) -> None:
    text = "<p>新机上市。</p>" * 5
    (site.folder / "news.html").write_text(f"<div class=story><h2>新闻</h2>{text}</div>", "utf-8")
    article = {"file": "news.html", "url": "https://www.site.example/news.html"}
    phones = [{"file": f"{name}.html", "url": site.url(name)} for name in ("n95", "6300", "n73")]
    site.write_lines("pages.jsonl", [phones[0], article, *more, *phones[1:]])


def test_the_cluster_of_every_page_in_order(site: SmallSite) -> None:
    add_article(site)
    done = site.run(*MANIFEST)
    assert done.exit_code == 0
    assert lines(done) == [
        {"file": "n95.html", "cluster": 0},
        {"file": "news.html", "cluster": 1},
        {"file": "6300.html", "cluster": 0},
        {"file": "n73.html", "cluster": 0},
    ]
    assert done.stderr == "Pages: 4; 2 clusters\n"


def test_a_page_that_cannot_be_opened_costs_that_page(site: SmallSite) -> None:
    add_article(site, {"file": "gone.html", "url": "https://www.site.example/gone.html"})
    done = site.run(*MANIFEST)
    assert done.exit_code == 1
    assert [line["cluster"] for line in lines(done)] == [0, 1, 0, 0]
    assert "gone.html: cannot be read" in done.stderr


def test_a_page_that_cannot_be_parsed_costs_that_page(site: SmallSite, monkeypatch: Any) -> None:
    add_article(site)
    break_on(monkeypatch, "specseek.commands.cluster.fingerprint", site.url("6300"))
    done = site.run(*MANIFEST)
    assert done.exit_code == 1
    assert lines(done)[2] == {"file": "6300.html", "cluster": None, "why": "ValueError: broken"}
    assert [line["cluster"] for line in lines(done)] == [0, 1, None, 0]
