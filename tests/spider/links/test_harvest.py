"""Do all the parts together find products early, on webs of different characters?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from core.names import site_of
from pages.page import Page
from spider.links.found import read_links
from spider.links.judge import LinkJudge, ParentPage
from spider.links.memory import SiteKnowledge
from tests.spider.links.simulation import Focused, breadth_first
from tests.spider.links.small_webs import Mute, Node, Scripted, SmallWeb, Speaking

if TYPE_CHECKING:
    from core.topic import Topic
    from tests.spider.links.small_webs import Look

LOOKS: list[Look] = [
    Speaking("www.speaking.example"),
    Scripted("www.scripted.example"),
    Mute("www.mute.example"),
]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.host)
def test_products_are_found_early_and_every_page_in_the_end(look: Look, phones: Topic) -> None:
    web = SmallWeb([look])
    tenth = web.page_count // 10
    ours, plain = Focused(web, phones).run(), breadth_first(web, 2 * tenth)
    assert set(ours.fetched) == web.urls
    assert len(ours.fetched) == web.page_count
    assert ours.after(2 * tenth) >= 2.5 * max(plain.after(2 * tenth), 12)


def test_without_rules_pages_that_look_like_sheets_are_gone_for(phones: Topic) -> None:
    web = SmallWeb([Speaking("www.speaking.example", sheet=True)])
    crawl = Focused(web, phones, has_rules=False)
    assert crawl.run(web.page_count // 5).products[-1] >= 30


def test_sites_take_turns(phones: Topic) -> None:
    harvest = Focused(SmallWeb(LOOKS), phones).run(900)
    sites = [site_of(url) for url in harvest.fetched]
    assert {sites.count(site) for site in set(sites)} <= set(range(295, 306))


def test_the_same_web_is_crawled_in_the_same_order(phones: Topic) -> None:
    runs = [Focused(SmallWeb(LOOKS), phones).run(600).fetched for _ in range(2)]
    assert runs[0] == runs[1]


def test_the_next_crawl_starts_clever(phones: Topic) -> None:
    look = Mute("www.mute.example")  # whose links tell nothing to one who has not been there
    web = SmallWeb([look])
    first = Focused(web, phones)
    first.run()
    stored = json.dumps({site: memory.to_json() for site, memory in first.judge.memories.items()})
    memories = {site: SiteKnowledge.from_json(one) for site, one in json.loads(stored).items()}
    values = [
        value_of_link(LinkJudge(phones, memories), web, look, on, to)
        for on, to in (
            (Node("list", 0), Node("product", 1)),
            (Node("hub", 0), Node("list", 0)),
            (Node("home", 0), Node("story", 1)),
        )
    ]
    assert values[0] > 0.9
    assert values[0] > values[1] > 5 * values[2]


def value_of_link(judge: LinkJudge, web: SmallWeb, look: Look, on: Node, to: Node) -> float:
    url, target = (f"http://{look.host}{look.path(node)}" for node in (on, to))
    answer = web.answer(url)
    assert answer is not None
    page = read_links(Page.read(answer.body, url, answer.content_type))
    links = [link for link in page.links if link.url == target]
    (judged,) = judge.judge(page, ParentPage(url, 0.0, record=False, depth=0), links)
    return judge.value(judged.bucket)
