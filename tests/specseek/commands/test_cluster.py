from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.batch.archives import write_warc
from tests.specseek.commands.broken_reader import break_on
from tests.specseek.commands.conftest import PHONES

if TYPE_CHECKING:
    from click.testing import Result

    from tests.specseek.commands.conftest import SmallSite

MANIFEST = ("cluster", "--manifest", "pages.jsonl")


def lines(result: Result) -> list[Any]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def add_article(site: SmallSite, *more: dict[str, str]) -> None:
    text = "<p>这款新机今天上市，屏幕比上一代大，电池也更耐用，价格还没有公布。</p>" * 5
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


def test_kinds_of_pages(site: SmallSite) -> None:
    add_article(site)
    done = site.run("cluster", "--kinds", "--manifest", "pages.jsonl")
    assert done.exit_code == 0
    assert lines(done)[0] == {"file": "n95.html", "cluster": 0, "kind": "product"}
    assert [line["kind"] for line in lines(done)] == ["product", "article", "product", "product"]


def test_pages_of_an_archive_are_read_again_for_their_kind(site: SmallSite) -> None:
    pages = {site.url(name): (site.folder / f"{name}.html").read_bytes() for name in PHONES}
    bodies = [(url, body.decode("gbk")) for url, body in pages.items()]
    write_warc(site.folder / "a.warc.gz", bodies)
    read = lines(site.run("cluster", "--kinds", "--archive", "a.warc.gz"))
    assert [(line["cluster"], line["kind"]) for line in read] == [(0, "product")] * 3


def test_a_page_that_breaks_costs_its_cluster_s_kind(site: SmallSite, monkeypatch: Any) -> None:
    add_article(site)
    break_on(monkeypatch, "channels.page_kinds.read_posts", "https://www.site.example/news.html")
    done = site.run("cluster", "--kinds", "--manifest", "pages.jsonl")
    assert [line["kind"] for line in lines(done)] == ["product", None, "product", "product"]
    assert "news.html: no kind is told: ValueError('broken')" in done.stderr
