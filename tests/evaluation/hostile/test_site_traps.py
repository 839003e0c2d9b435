from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from socket import AF_INET, AI_NUMERICHOST, SOCK_STREAM, gaierror, getaddrinfo
from typing import TYPE_CHECKING
from unicodedata import normalize
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

import pytest

from evaluation.hostile import TRAPS, HostileHost, HostileWeb, Trap
from evaluation.hostile.site_traps import DELAY
from samples.pocket_web import PocketWeb, UnknownHostError

if TYPE_CHECKING:
    from collections.abc import Callable

MAZES = ["endless-calendar", "endless-sessions", "endless-orders", "endless-paths"]
WEB = HostileWeb()
LATER = b"HTTP/1.1 429 Too Many Requests\r\n"
REDIRECTS = [trap for trap in TRAPS if trap.name.startswith("redirect-to-") and trap.target]
LINKS = [trap for trap in TRAPS if trap.name.startswith("link-to-")]
IN_HEADS = ["base-is-loopback", "canonical-is-loopback", "refresh-to-loopback"]


def links(url: str) -> list[str]:
    return [
        urljoin(url, link) for link in re.findall(r'href="(.*?)"', WEB.fetch(url).body.decode())
    ]


@pytest.mark.parametrize("name", MAZES)
def test_there_is_always_another_page(name: str, traps: dict[str, Trap]) -> None:
    found = [traps[name].url]
    for url in found:
        found += [link for link in links(url) if link not in found]
        if len(found) > 300:
            break
    assert len(found) > 300
    assert all(url.startswith(traps[name].folder) for url in found)


def test_the_calendar_links_to_the_days_before_and_after() -> None:
    here = "http://evil.hostile.example/calendar"
    assert links(f"{here}/2024-02-29/")[:2] == [f"{here}/2024-02-28/", f"{here}/2024-03-01/"]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "2009-02-31", "手机"])
def test_the_calendar_goes_on_beyond_time(day: str) -> None:
    assert len(links(f"http://evil.hostile.example/calendar/{day}/")) == 4


def test_session_ids_change_and_pages_do_not(traps: dict[str, Trap]) -> None:
    first, second, _ = links(traps["endless-sessions"].url)
    assert re.fullmatch(r".*\?sid=[0-9a-f]{24}", first)
    assert first != second
    assert links(first) == links(first)


def rules(url: str) -> RobotFileParser:
    parser = RobotFileParser()
    parts = urlsplit(url)
    parser.parse(WEB.fetch(f"http://{parts.netloc}/robots.txt").body.decode().splitlines())
    return parser


@pytest.mark.parametrize("name", ["robots-secret", "robots-forbids-all"])
def test_what_is_forbidden_is_there_all_the_same(name: str, traps: dict[str, Trap]) -> None:
    url = traps[name].url
    assert not rules(url).can_fetch("SpecSeek", url)
    assert WEB.fetch(url).status == 200


def test_all_else_on_the_hostile_host_is_allowed(traps: dict[str, Trap]) -> None:
    inside = [
        trap.url for trap in traps.values() if trap.url.startswith("http://evil.hostile.example/")
    ]
    forbidden = [url for url in inside if not rules(url).can_fetch("SpecSeek", url)]
    assert forbidden == [traps["robots-secret"].url]


def test_one_host_wants_time_between_its_pages(traps: dict[str, Trap]) -> None:
    url = traps["robots-delay"].url
    assert str(rules(url).crawl_delay("SpecSeek")) == str(DELAY)
    assert [WEB.fetch(f"{url}{n}.html").status for n in (1, 2, 3, 4)] == [200, 200, 200, 404]


def test_one_host_cannot_tell_its_rules(traps: dict[str, Trap]) -> None:
    assert WEB.fetch(f"{traps['robots-unavailable'].url}robots.txt").status == 503


def test_the_rules_of_one_host_have_no_end(
    traps: dict[str, Trap], receive: Callable[..., bytes]
) -> None:
    assert len(receive(f"{traps['robots-endless'].url}robots.txt", 2_000_000)) == 2_000_000


def test_pages_of_the_pocket_web_are_elsewhere() -> None:
    assert not set(PocketWeb().sites) & {urlsplit(trap.url).hostname for trap in WEB.traps}


def test_who_waited_is_welcome(receive: Callable[..., bytes]) -> None:
    url = "http://www.limited-once.example/"
    assert receive(f"{url}robots.txt").startswith(b"HTTP/1.1 200 ")
    first = receive(url)
    assert first.startswith(LATER)
    assert b"\r\nRetry-After: 1\r\n" in first
    assert receive(url).startswith(b"HTTP/1.1 200 ")


def test_the_time_to_wait_may_be_a_date(receive: Callable[..., bytes]) -> None:
    url = "http://www.limited-until-date.example/"
    first = receive(url)
    assert first.startswith(b"HTTP/1.1 503 ")
    date = first.partition(b"\r\nRetry-After: ")[2].partition(b"\r\n")[0].decode()
    assert abs(parsedate_to_datetime(date) - datetime.now(UTC)) < timedelta(seconds=60)
    assert receive(url).startswith(b"HTTP/1.1 200 ")


def test_some_never_welcome_anybody(receive: Callable[..., bytes]) -> None:
    answers = [receive("http://www.limited-for-ever.example/") for _ in range(5)]
    assert all(answer.startswith(LATER) for answer in answers)


def test_each_web_counts_for_itself() -> None:
    url = "http://www.limited-once.example/"
    assert [HostileWeb().fetch(url).status for _ in range(2)] == [429, 429]


def test_redirects_lead_where_they_should_not(receive: Callable[..., bytes]) -> None:
    for trap in REDIRECTS:
        answer = receive(trap.url).partition(b"\r\n\r\n")[0].decode()
        assert answer.startswith("HTTP/1.1 301 "), trap.name
        host = urlsplit(trap.target).hostname or trap.target
        assert host in answer.partition("\r\nLocation: ")[2].partition("\r\n")[0], trap.name


def test_links_lead_to_the_same_addresses() -> None:
    assert {trap.target for trap in LINKS} == {trap.target for trap in REDIRECTS}
    assert all(trap.url == trap.target for trap in LINKS)


def test_whatever_means_this_machine_leads_to_the_canary(host: HostileHost) -> None:
    loopback = [trap for trap in host.web.traps if f":{host.canary.port}/" in trap.target]
    names = {trap.name.removeprefix("link-to-") for trap in loopback}
    assert names >= {"loopback", "localhost", "unspecified", "loopback-decimal"}
    assert len(loopback) == 2 * 10 + len(IN_HEADS)


@pytest.mark.parametrize("trap", LINKS, ids=lambda trap: trap.name)
def test_no_address_is_a_public_one(trap: Trap) -> None:
    """Numbers are read as connections read them; no name is looked up."""
    parts = urlsplit(normalize("NFKC", trap.target).replace("。", "."))
    if parts.scheme != "http" or parts.hostname in {"localhost", "metadata.google.internal"}:
        return
    try:
        found = getaddrinfo(parts.hostname, None, AF_INET, SOCK_STREAM, flags=AI_NUMERICHOST)[0][4][
            0
        ]
    except gaierror:
        found = str(parts.hostname)
    assert not ip_address(found).is_global


@pytest.mark.parametrize("name", IN_HEADS)
def test_addresses_in_a_head_lead_to_the_canary(
    name: str, host: HostileHost, traps: dict[str, Trap]
) -> None:
    head, _, body = host.web.fetch(traps[name].url).body.decode().partition("</head>")
    loopback = f"http://127.0.0.1:{host.canary.port}/"
    assert loopback in head
    assert traps[name].target.startswith(loopback)
    assert "127.0.0.1" not in body


def test_the_proxy_does_not_go_there_either(host: HostileHost) -> None:
    for trap in LINKS:
        with pytest.raises(UnknownHostError):
            host.web.fetch(trap.target)
