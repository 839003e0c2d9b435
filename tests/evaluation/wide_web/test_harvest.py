"""What crawlers find, and when: by breadth first, and if they knew the way."""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from functools import cache
from heapq import heappop, heappush
from html import unescape
from itertools import count
from urllib.parse import urljoin

from evaluation.wide_web.web import WideWeb

WEB = WideWeb(3_000)
_HREF = re.compile(r'<a href="([^"]+)"')


@cache
def links(url: str) -> list[str]:
    """The pages that a page links to, redirects followed, each under its one address."""
    response = WEB.fetch(url)
    codec = "gbk" if b"charset=gb2312" in response.body else "utf-8"
    hrefs = map(unescape, _HREF.findall(response.body.decode(codec)))
    targets = (_page_at(urljoin(url, href)) for href in hrefs)
    return list(dict.fromkeys(target for target in targets if target))


@cache
def _page_at(url: str) -> str | None:
    if "/old/" in url:
        url = WEB.fetch(url).location
    return WEB.canonical(url)


def crawl(worth: Callable[[str], int]) -> Iterator[str]:
    """Pages in the order in which a crawler gets them that takes the worthiest link it knows."""
    turn = count()
    queue = [(worth(url), next(turn), url) for url in WEB.seeds]
    known = set(WEB.seeds)
    while queue:
        url = heappop(queue)[2]
        yield url
        for target in links(url):
            if target not in known:
                known.add(target)
                heappush(queue, (worth(target), next(turn), target))


@cache
def breadth_first() -> list[str]:
    return list(crawl(lambda _url: 0))


@cache
def found_on() -> dict[str, str]:
    """The page on which breadth first finds each page's address first."""
    sources: dict[str, str] = {}
    for url in breadth_first():
        for target in links(url):
            sources.setdefault(target, url)
    return sources


def way_to(url: str) -> list[str]:
    """The pages from a home page to this one, this one first."""
    way = [url]
    while way[-1] not in WEB.seeds:
        way.append(found_on()[way[-1]])
    return way


def found(order: list[str], share: float) -> float:
    """The part of all products among the first pages."""
    return sum(map(WEB.is_product, order[: int(share * WEB.page_count)])) / WEB.product_count


def test_every_page_is_reached_from_the_home_pages_and_no_other() -> None:
    assert sorted(breadth_first()) == sorted(WEB.all_urls())


def test_breadth_first_meets_fewer_products_than_their_share_at_first() -> None:
    assert found(breadth_first(), 0.10) < 0.10
    assert found(breadth_first(), 0.20) < 0.20
    assert 0.15 < found(breadth_first(), 0.60) < 0.70


def test_a_crawler_that_knew_the_way_would_need_few_other_pages() -> None:
    products = set(WEB.product_urls())
    on_the_way = {page for product in products for page in way_to(product)}
    order = list(crawl(lambda url: 0 if url in products else 1 if url in on_the_way else 2))
    assert found(order, 0.10) > 0.5
    assert found(order, 0.20) == 1


def test_home_pages_link_to_no_product_and_to_no_list_of_products() -> None:
    for home in WEB.seeds:
        assert not any(map(WEB.is_product, links(home)))
        for url in links(home):
            assert sum(map(WEB.is_product, links(url))) < 6


def test_products_are_many_clicks_away() -> None:
    depths = Counter(len(way_to(url)) - 1 for url in WEB.product_urls())
    assert min(depths) >= 2
    assert sum(depths[depth] for depth in depths if depth >= 4) > 0.3 * WEB.product_count
    assert max(depths) >= 6


def test_hidden_islands_cannot_be_reached_without_their_bridges() -> None:
    for site in WEB.sites.values():
        hidden = [island for island in site.plan.islands if island.reach == "hidden"]
        bridges = {site.url(site.plan.hub_page(island.door)) for island in hidden}
        behind = {
            site.url(shelf.item(index))
            for island in hidden
            for shelf in site.plan.shelves_of(island)
            for index in range(shelf.items)
        }
        reached = set(WEB.seeds)
        queue = deque(WEB.seeds)
        while queue:
            for target in links(queue.popleft()):
                if target not in reached and target not in bridges:
                    reached.add(target)
                    queue.append(target)
        assert behind
        assert not behind & reached
