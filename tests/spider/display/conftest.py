"""A crawl in full swing, and terminals of any size to show it on."""

from collections.abc import Callable
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from spider.progress import CrawlProgress
from tests.spider.clock import Clock

EVIL = "[red]evil\x1b[31m\u202e.example"


@pytest.fixture
def clock() -> Clock:
    return Clock(1_700_000_000.0)


@pytest.fixture
def progress(clock: Clock) -> CrawlProgress:
    """40 seconds in: two sites with records, one that is paused, one that is hostile."""
    crawl = CrawlProgress(clock)
    for _second in range(40):
        for _page in range(3):
            crawl.page("pcpop.example", 20_000, new=1)
            crawl.page("手机之家.example", 20_000, changed=1)
        crawl.page(EVIL, 100, unchanged_page=True)
        clock.now += 1
    crawl.waiting("pcpop.example", 1234)
    crawl.waiting("手机之家.example", 12, until=clock.now + 44.5)
    crawl.fault("pcpop.example", "timeout")
    crawl.fault(EVIL, "too-large")
    crawl.queue(
        {
            ("product", "queued"): 900,
            ("product", "done"): 120,
            ("other", "queued"): 2400,
            ("other", "taken"): 3,
            ("other", "held"): 40_000,
            ("other", "refused"): 5,
        }
    )
    return crawl


Render = Callable[..., str]


@pytest.fixture
def render() -> Render:
    """Text as it stands on a terminal of this size; no line is wider than that."""

    def rendered(what: RenderableType, width: int = 120, height: int = 40) -> str:
        file = StringIO()
        Console(file=file, width=width, height=height, color_system=None).print(what)
        lines = [line.rstrip() for line in file.getvalue().splitlines()]
        assert all(cell_len(line) <= width for line in lines)
        assert file.getvalue().replace("\n", "").isprintable()
        return "\n".join(lines)

    return rendered
