from __future__ import annotations

import gzip
import re

from evaluation.hostile import SOURCES, HostileWeb
from evaluation.hostile.listing_traps import BOARDS, FARMS, FEEDS, SITEMAPS
from samples.response import RawResponse

WEB = HostileWeb()


def addresses(url: str) -> list[str]:
    found = re.findall(r'<loc>([^<]+)|href="([^"]+)"', WEB.fetch(url).body.decode())
    return [one or other for one, other in found]


def test_every_host_with_a_sitemap_tells_of_it() -> None:
    for trap in SITEMAPS:
        robots = WEB.fetch(f"{trap.folder}robots.txt").body.decode()
        assert re.search(r"^Sitemap: \S+$", robots, re.MULTILINE), trap.name


def test_an_index_of_indexes_never_lists_a_page() -> None:
    url = "http://sitemap-index-of-indexes.hostile.example/sitemap.xml"
    seen = {url}
    for _ in range(5):
        listed = addresses(url)
        assert len(listed) == 50
        assert not seen & set(listed)
        url = listed[0]
        seen |= set(listed)


def test_a_packed_sitemap_lists_as_many_pages_as_it_may() -> None:
    packed = WEB.fetch("http://sitemap-many-packed.hostile.example/sitemap.xml.gz").body
    assert gzip.decompress(packed).count(b"<loc>") == 50_000
    assert len(packed) < 1_000_000


def test_a_link_farm_has_any_host_and_leads_to_new_ones() -> None:
    first = addresses("http://www.link-farm.example/")
    second = addresses(first[0])
    assert len({*first, *second}) == 60
    assert all(".link-farm.example/" in url for url in (*first, *second))


def test_a_false_shop_has_another_product_on_every_page() -> None:
    shop = FARMS[1].url
    pages = [WEB.fetch(f"{shop}p{n}.html").body for n in range(20)]
    assert len(set(pages)) == 20
    assert all("电池容量".encode() in page for page in pages)


def test_every_source_answers() -> None:
    for trap in SOURCES:
        answer = WEB.fetch(trap.url)
        assert isinstance(answer, RawResponse) or answer.status in {200, 301}, trap.name
    assert len(FEEDS) >= 10


def test_boards_and_threads_have_no_last_page() -> None:
    board = BOARDS[0].url
    listed = addresses(f"{board}board-7")
    assert f"{board}board-8" in listed
    assert f"{board}thread-70" in listed
    assert f"{board}thread-71" in addresses(f"{board}thread-70")
