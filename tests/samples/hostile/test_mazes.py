"""Sites without end: whoever follows the links is never done."""

import re
from urllib.parse import urljoin

import pytest

from samples.hostile import HostileWeb, Trap

WEB = HostileWeb()
MAZES = ["endless-calendar", "endless-sessions", "endless-orders", "endless-paths"]


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
