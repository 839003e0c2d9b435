"""A real crawl in a process of its own, with a web on loopback as its only world."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True)
class CrawlProcess:
    """`scrapy crawl` as a person calls it; `settings` are SpecSeek's, as variables.

    `prefix` is a command that runs another one: in a network namespace, say.
    """

    proxy: str
    data: Path
    spider: str = "phones"
    arguments: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    prefix: tuple[str, ...] = ()

    def start(self, stderr: int | None = None) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603 - our own command
            [*self.prefix, sys.executable, "-m", "scrapy", "crawl", self.spider, *self.arguments],
            env=self.environment,
            stderr=stderr,
        )

    def run(self) -> subprocess.CompletedProcess[bytes]:
        """To the end; what it says on standard error is kept."""
        crawl = self.start(stderr=subprocess.PIPE)
        _, words = crawl.communicate()
        return subprocess.CompletedProcess(crawl.args, crawl.returncode, b"", words)

    @property
    def environment(self) -> dict[str, str]:
        ours = {
            "SCRAPY_SETTINGS_MODULE": "specseek.crawl_settings",
            "SPECSEEK_DATA": str(self.data.resolve()),
            "SPECSEEK_LEDGER": "",
            "SPECSEEK_ARCHIVE": "",
            "SPECSEEK_FRONTIER": "",
            "SPECSEEK_CRAWL_PROXY": self.proxy,
            "SPECSEEK_CRAWL_DELAY_SECONDS": "0",  # it is our own machine
        }
        return {**os.environ, **ours, **self.settings}
