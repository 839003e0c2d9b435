"""The plain spider in a process of its own, breadth-first or in Scrapy's default order."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SPIDER = Path(__file__).with_name("plain_spider.py")
# As Scrapy's own documentation tells how to crawl in breadth-first order.
BREADTH_FIRST = {
    "DEPTH_PRIORITY": "1",
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
}
DEFAULT_ORDER: dict[str, str] = {}


@dataclass(frozen=True)
class PlainProcess:
    """`most` ends it after so many pages."""

    proxy: str
    seeds: Sequence[str]
    order: Mapping[str, str]
    concurrency: int
    per_site: int
    most: int = 0

    def start(self) -> subprocess.Popen[bytes]:
        settings = {
            "CONCURRENT_REQUESTS": str(self.concurrency),
            "CONCURRENT_REQUESTS_PER_DOMAIN": str(self.per_site),
            "CLOSESPIDER_PAGECOUNT": str(self.most),
            "LOG_LEVEL": "ERROR",
            "TELNETCONSOLE_ENABLED": "False",
            "REMOTE_CONTROL_ENABLED": "False",
            **self.order,
        }
        chosen = [word for name, value in settings.items() for word in ("-s", f"{name}={value}")]
        command = ["-m", "scrapy", "runspider", str(_SPIDER), "-a", f"seeds={' '.join(self.seeds)}"]
        environment = {**os.environ, "http_proxy": self.proxy, "SCRAPY_PROJECT": "none"}
        return subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, *command, *chosen], env=environment, cwd=_SPIDER.parent
        )
