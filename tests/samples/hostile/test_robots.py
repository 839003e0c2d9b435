"""What spiders are asked not to do."""

from collections.abc import Callable
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import pytest

from samples.hostile import HostileWeb, Trap
from samples.hostile.robots import DELAY
from samples.pocket_web import PocketWeb

WEB = HostileWeb()


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
