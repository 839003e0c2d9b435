"""The hostile host as a whole: every trap can be reached, none harms the host itself."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import given, settings
from hypothesis.strategies import characters, sampled_from, text

from samples.hostile import TRAPS, HostileHost, HostileWeb, Trap
from samples.pocket_web import UnknownHostError
from samples.web import RawResponse

HOME = "http://evil.hostile.example/"
WEB = HostileWeb()
SERVED = [trap for trap in TRAPS if trap.answer]
DOCUMENT = Path(__file__).parent.parent.parent.parent / "docs" / "pocket-web.md"


def test_the_home_page_links_to_every_trap_and_to_the_shop() -> None:
    links = re.findall(r'href="([^"]*)"', WEB.fetch(HOME).body.decode())
    shop, *rest = map(unescape, links)
    assert rest == [trap.url for trap in TRAPS]
    assert WEB.fetch(HOME.rstrip("/") + shop).status == 200


@pytest.mark.parametrize("key", ["name", "folder"])
def test_traps_are_told_apart(key: str) -> None:
    assert len({getattr(trap, key) for trap in TRAPS}) == len(TRAPS)


def test_no_trap_lies_inside_another() -> None:
    for trap in SERVED:
        assert not [
            other for other in SERVED if other.url.startswith(trap.folder) and other != trap
        ]


def test_what_must_be_registered_has_a_kind() -> None:
    assert all(trap.kind for trap in TRAPS if trap.must_register)


def test_every_kind_is_documented_and_no_other() -> None:
    section = (
        DOCUMENT.read_text("utf-8").partition("## The hostile host\n")[2].partition("\n## ")[0]
    )
    documented = re.findall(r"^\| `([a-z-]+)` \|", section, flags=re.MULTILINE)
    assert sorted(documented) == sorted({trap.kind for trap in TRAPS} - {""})


@pytest.mark.parametrize("trap", SERVED, ids=lambda trap: trap.name)
def test_a_trap_answers_and_the_host_goes_on(trap: Trap, host: HostileHost) -> None:
    answer = host.web.fetch(trap.url)
    assert isinstance(answer, RawResponse) or answer.status in {200, 301}
    assert host.web.fetch(HOME).status == 200


@settings(max_examples=300, deadline=None)
@given(sampled_from(SERVED), text(characters(codec="utf-8"), max_size=30))
def test_any_address_in_a_trap_is_answered(trap: Trap, rest: str) -> None:
    assert WEB.fetch(trap.folder + rest).status in {0, 200, 204, 301, 302, 404, 429, 503, 999}


def test_the_honest_shop_is_still_there() -> None:
    pages = WEB.product_pages()
    assert len(pages) == 5
    for page in pages:
        assert urlsplit(page.url).hostname == "evil.hostile.example"
        assert (WEB.fetch(page.url).body, bool(page.gold)) == (page.body, True)


@pytest.mark.parametrize("url", ["http://www.pcpop.example/", "http://127.0.0.1:1/", "http:", ""])
def test_nobody_else_is_there(url: str) -> None:
    with pytest.raises(UnknownHostError, match=r"has evil\.hostile\.example"):
        WEB.fetch(url)
