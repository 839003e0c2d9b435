from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from core.names import site_of
from pages.page import Page
from spider.links.features import LinkGroup
from spider.links.judge import JudgedLink, LinkJudge, ParentPage, VisitOutcome
from spider.links.page_links import FoundLink, PageLinks, read_links
from spider.links.site_knowledge import SiteKnowledge
from tests.spider.links.simulation import Focused, breadth_first
from tests.spider.links.small_webs import Mute, Node, Scripted, SmallWeb, Speaking

if TYPE_CHECKING:
    from core.topic import Topic
    from tests.spider.links.small_webs import Look


SHOP = "http://www.shop.example"
OFF_TOPIC = ParentPage(f"{SHOP}/", relevance=0.0, record=False, depth=3)
NOTHING = VisitOutcome(record=False, relevance=0.0, has_rules=True, new_links=[])
RECORD = NOTHING._replace(record=True)


@pytest.fixture
def judge(phones: Topic) -> LinkJudge:
    return LinkJudge(phones)


def judged(
    judge: LinkJudge,
    path: str,
    anchor: str,
    place: str = "li",
) -> JudgedLink:
    (found,) = judge.judge(PageLinks(), OFF_TOPIC, [FoundLink(SHOP + path, anchor, place)])
    return found


def test_a_link_is_judged_by_hints_before_anything_was_learned(judge: LinkJudge) -> None:
    product = judged(judge, "/product/3.html", "诺基亚 N95 参数")
    catalogue = judged(judge, "/list/3.html", "手机大全")
    news = judged(judge, "/news/3.html", "新闻")
    groups = [LinkGroup.PRODUCT, LinkGroup.LIST, LinkGroup.OTHER]
    assert [product.group, catalogue.group, news.group] == groups
    assert product.level > catalogue.level > news.level
    assert (product.site, product.depth) == ("shop.example", 4)
    assert product.bucket == ("shop.example", product.shape, product.level)


def test_the_page_a_link_stands_on_tells_something_too(judge: LinkJudge) -> None:
    link = FoundLink(f"{SHOP}/3.html", "N95", "li")
    (plain,) = judge.judge(PageLinks(), OFF_TOPIC, [link])
    (on_topic,) = judge.judge(PageLinks(title="诺基亚手机"), OFF_TOPIC, [link])
    (beside_record,) = judge.judge(PageLinks(), OFF_TOPIC._replace(record=True), [link])
    assert plain.level < on_topic.level
    assert plain.level < beside_record.level
    assert len({plain.shape, on_topic.shape, beside_record.shape}) == 3


def test_all_links_of_a_page_are_judged_unless_some_are_given(judge: LinkJudge) -> None:
    page = PageLinks(links=(FoundLink(f"{SHOP}/1", "a", "p"), FoundLink(f"{SHOP}/2", "b", "p")))
    assert len(judge.judge(page, OFF_TOPIC)) == 2
    assert len(judge.judge(page, OFF_TOPIC, page.links[:1])) == 1


def test_links_like_those_that_led_to_records_are_worth_more(judge: LinkJudge) -> None:
    first = judged(judge, "/x/1.html", "某 77", "ul.q>li")
    for n in range(8):
        judge.learn(judged(judge, f"/x/{n}.html", "某 77", "ul.q>li"), RECORD)
        judge.learn(judged(judge, f"/y/{n}.html", "某 77", "ul.z>li"), NOTHING)
    better = judged(judge, "/x/99.html", "某 77", "ul.q>li")
    worse = judged(judge, "/y/99.html", "某 77", "ul.z>li")
    assert judge.value(worse.bucket) < judge.value(first.bucket) < judge.value(better.bucket)
    assert worse.level < better.level
    assert better.group == LinkGroup.PRODUCT


def test_a_link_that_waits_is_judged_anew_by_what_was_learned_since(judge: LinkJudge) -> None:
    waiting = judged(judge, "/x/1.html", "联想 A-30")
    assert judge.level_now(waiting) == waiting.level
    for n in range(10):
        judge.learn(judged(judge, f"/x/{n + 2}.html", f"联想 B-{n}"), NOTHING)
    assert judge.level_now(waiting) < waiting.level


def test_what_one_site_taught_helps_on_the_next(judge: LinkJudge) -> None:
    other = FoundLink("http://www.other.example/q/1", "某 55 参数", "p")
    (before,) = judge.judge(PageLinks(), OFF_TOPIC, [other])
    for n in range(40):
        judge.learn(judged(judge, f"/x/{n}", "某 55 参数"), NOTHING)
    (after,) = judge.judge(PageLinks(), OFF_TOPIC, [other])
    assert after.level < before.level


def test_bridges_earn_a_share_of_what_they_lead_to(judge: LinkJudge) -> None:
    product = judged(judge, "/i/1", "x", "b")
    for n in range(10):
        judge.learn(judged(judge, f"/i/{n}", "x", "b"), RECORD)
    for n in range(10):
        leads = NOTHING._replace(new_links=[product.bucket] * 5)
        judge.learn(judged(judge, f"/bridge/{n}", "x", "c"), leads)
        judge.learn(judged(judge, f"/end/{n}", "x", "d"), NOTHING)
    bridge, end = judged(judge, "/bridge/99", "x", "c"), judged(judge, "/end/99", "x", "d")
    assert judge.value(end.bucket) < judge.value(bridge.bucket) < judge.value(product.bucket)


def test_an_address_that_only_says_where_it_was_followed_is_the_address_without_it(
    judge: LinkJudge,
) -> None:
    tracked = judged(judge, "/i/50?from=hot", "x")
    for n in range(3):
        for path in (f"/i/{n}", f"/i/{n}?from={n}"):
            judge.learn(judged(judge, path, "x"), NOTHING._replace(digest=f"digest {n}"))
    assert judged(judge, "/i/51?from=rank", "x").url == f"{SHOP}/i/51"
    assert judge.level_now(tracked) == 0


def test_a_link_that_moved_stands_where_it_stood(judge: LinkJudge) -> None:
    old = judged(judge, "/old/3", "诺基亚 N95", "ul.plist>li")
    moved = judge.moved(old, f"{SHOP}/phones/n95-3.html", old.depth, old.group)
    assert moved.shape == "/phones/n#-#.html @ul.plist>li"
    assert moved.anchor == "诺基亚 N95"
    assert moved.level >= old.level


def test_values_are_shares_of_one(judge: LinkJudge) -> None:
    link = judged(judge, "/x/1.html", "某 77")
    for _ in range(50):
        judge.learn(link, RECORD._replace(new_links=[link.bucket] * 100))
    assert 0.9 < judge.value(link.bucket) <= 1.0


# Do all the parts together find products early, on webs of different characters?


LOOKS: list[Look] = [
    Speaking("www.speaking.example"),
    Scripted("www.scripted.example"),
    Mute("www.mute.example"),
]


@pytest.mark.parametrize(
    "look",
    [LOOKS[0], *(pytest.param(look, marks=pytest.mark.slow) for look in LOOKS[1:])],
    ids=lambda look: look.host,
)
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


@pytest.mark.slow
def test_the_same_web_is_crawled_in_the_same_order(phones: Topic) -> None:
    runs = [Focused(SmallWeb(LOOKS), phones).run(600).fetched for _ in range(2)]
    assert runs[0] == runs[1]


def test_the_next_crawl_resumes_with_learned_weights(phones: Topic) -> None:
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
