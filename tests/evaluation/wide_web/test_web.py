from __future__ import annotations

import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest
from hypothesis import given, settings
from hypothesis.strategies import sampled_from, text

from evaluation.wide_web.sites.yiku import Yiku
from evaluation.wide_web.web import Addresses, WideWeb
from samples.page_parts import ADVERTISER
from samples.pocket_web import UnknownHostError

WEB = WideWeb(2_000)
HOSTS = WEB.hosts
URLS = list(WEB.all_urls())
SITE = Yiku(3_000)
ADDRESSES = Addresses(SITE)
ROOT = Path(__file__).parent.parent.parent.parent
COMMAND = (sys.executable, "-m", "evaluation.wide_web")


def urls_of(host: str) -> list[str]:
    return [url for url in URLS if url.startswith(f"http://{host}/")]


def test_it_has_as_many_pages_as_were_asked_for() -> None:
    assert len(URLS) == len(set(URLS)) == WEB.page_count == 2_000


def test_about_eight_percent_of_the_pages_are_products() -> None:
    products = list(WEB.product_urls())
    assert len(set(products)) == WEB.product_count
    assert 0.075 < WEB.product_count / WEB.page_count < 0.09
    assert [url for url in URLS if WEB.is_product(url)] == sorted(products, key=URLS.index)


def test_the_portal_has_few_products() -> None:
    portal = urls_of("www.dahuang.example")
    assert 0.02 < sum(map(WEB.is_product, portal)) / len(portal) < 0.04


def test_every_page_is_served_as_the_page_it_is() -> None:
    for url in URLS:
        assert WEB.is_page(url)
        assert WEB.canonical(url) == url
        assert WEB.fetch(url).status == 200


def test_two_webs_are_the_same_to_the_byte() -> None:
    other = WideWeb(2_000)
    for url in URLS[::50]:
        assert other.fetch(url) == WEB.fetch(url)


def test_pages_of_a_site_differ() -> None:
    for host in HOSTS:
        bodies = {WEB.fetch(url).body for url in urls_of(host)[::5]}
        assert len(bodies) == len(urls_of(host)[::5])


@pytest.mark.parametrize(
    ("url", "tracking"),
    [(HOSTS[0], "from=hot"), (HOSTS[2], "spm=special"), (HOSTS[3], "utm_source=hot")],
)
def test_tracking_changes_nothing(url: str, tracking: str) -> None:
    product = next(page for page in WEB.product_urls() if url in page)
    tracked = f"{product}?{tracking}"
    assert WEB.is_product(tracked)
    assert WEB.canonical(tracked) == product
    assert WEB.fetch(tracked).body == WEB.fetch(product).body


def test_any_other_parameter_leads_nowhere() -> None:
    product = next(WEB.product_urls())
    assert not WEB.is_page(f"{product}?sort=price")
    assert WEB.fetch(f"{product}?sort=price").status == 404


def test_old_addresses_lead_to_the_new_ones() -> None:
    site = WEB.sites[HOSTS[2]]
    moved = next(page for page in range(1, site.plan.pages) if site.has_moved(page))
    old = f"http://{site.host}{site.old_path(moved)}"
    assert not WEB.is_page(old)
    assert (WEB.fetch(old).status, WEB.fetch(old).location) == (301, site.url(moved))
    staying = f"http://{site.host}{site.old_path(moved + 1)}"
    assert WEB.fetch(staying).status == 404


def test_a_bare_domain_leads_to_the_site() -> None:
    response = WEB.fetch("http://yiku.example/c/1.html")
    assert (response.status, response.location) == (301, "http://www.yiku.example/c/1.html")


def test_robots_may_go_wherever_there_are_pages() -> None:
    for host in HOSTS:
        response = WEB.fetch(f"http://{host}/robots.txt")
        assert (response.status, response.content_type) == (200, "text/plain")
        disallowed = re.findall(r"Disallow: (\S+)", response.body.decode())
        assert disallowed
        assert not [url for url in urls_of(host) for path in disallowed if path in url]


@pytest.mark.parametrize("host", [ADVERTISER, "www.pcpop.example", ""])
def test_an_unknown_host_is_an_error_that_names_the_hosts_there_are(host: str) -> None:
    with pytest.raises(UnknownHostError, match=r"the wide web has no host .*www\.yiku\.example"):
        WEB.fetch(f"http://{host}/")


@settings(max_examples=300, deadline=None)
@given(text(), sampled_from(["", "http://", *WEB.seeds, f"http://{HOSTS[2]}/i/", URLS[700]]))
def test_any_address_is_answered_or_names_an_unknown_host(address: str, start: str) -> None:
    with suppress(UnknownHostError):
        assert WEB.fetch(start + address).status in {200, 301, 404}


def test_a_web_too_small_for_its_sections_is_refused() -> None:
    with pytest.raises(ValueError, match="1999 pages is too small: ask for 2000 or more"):
        WideWeb(1_999)


def test_a_million_pages_need_no_more_memory_than_a_few() -> None:
    web = WideWeb(1_000_000)
    assert sum(len(site.plan.boards) for site in web.sites.values()) < 2_500
    site = web.sites[HOSTS[4]]
    assert web.fetch(site.url(site.plan.pages - 1)).status == 200


def test_every_page_is_found_where_it_stands() -> None:
    for page in range(3_000):
        assert ADDRESSES.find(SITE.path(page)) == page


@pytest.mark.parametrize(
    "path",
    [
        "/i/1.html",
        "/i/999999999999.html",
        f"{SITE.path(2_000)}/",
        SITE.path(2_000).replace("/i/", "/i/0"),
        SITE.path(SITE.plan.boards[9].list_page(0)).replace(".html", "_1.html"),
        SITE.path(SITE.plan.boards[9].list_page(0)).replace(".html", "_0.html"),
        SITE.path(SITE.plan.boards[9].list_page(0)).replace(".html", "_99.html"),
        "/c/1.html",
        "",
    ],
)
def test_nothing_stands_where_the_site_would_not_put_it(path: str) -> None:
    assert ADDRESSES.find(path) is None


def test_only_some_pages_have_moved() -> None:
    moved = [page for page in range(3_000) if ADDRESSES.moved(SITE.old_path(page)) == page]
    assert 20 < len(moved) < 50
    assert ADDRESSES.moved("/old/x") is None
    assert ADDRESSES.moved("/older/100001") is None


def test_parameters_may_stand_in_any_order() -> None:
    web = WideWeb(2_000)
    written = next(url for url in web.all_urls() if "mod=view&id=" in url)
    before, _, number = written.partition("mod=view&id=")
    assert web.canonical(f"{before}id={number}&mod=view") == written
    assert web.fetch(f"{before}id={number}&mod=topic").status == 404


def test_it_serves_the_wide_web_until_it_is_interrupted() -> None:
    with subprocess.Popen(
        [*COMMAND, "--pages", "2000", "--port", "0"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        address, *seeds = (server.stdout.readline().strip() for _ in range(6))
        opener = build_opener(ProxyHandler({"http": address}))
        try:
            for seed in seeds:
                with opener.open(seed) as response:
                    assert b"href" in response.read()
        finally:
            server.send_signal(signal.SIGINT)
    assert server.returncode == 0


def test_a_web_too_small_is_told_of() -> None:
    failed = subprocess.run(
        [*COMMAND, "--pages", "7"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert failed.returncode == 2
    assert "a wide web of 7 pages is too small" in failed.stderr
