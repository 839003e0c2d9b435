"""`scrapy crawl`, with readable messages for mistakes and a meaningful exit status."""

from __future__ import annotations

import sys
from asyncio import Task
from typing import TYPE_CHECKING

from scrapy.commands.crawl import Command as ScrapyCrawl
from scrapy.exceptions import UsageError

from core.errors import SpecSeekError
from spider.crawl import EXIT_STATUS, STOPPED

if TYPE_CHECKING:
    import argparse

    from scrapy.crawler import Crawler


class Command(ScrapyCrawl):
    """Run one spider; the exit status is 0 if it ended normally."""

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        crawler = self._named(args)
        process = self.crawler_process
        if process is None:
            raise TypeError("scrapy gave this command no process to crawl in")
        crawling = process.crawl(crawler, **opts.spargs)
        process.start()
        if isinstance(crawling, Task) and not crawling.done():  # Ctrl-C twice: forced shutdown
            self.exitcode = EXIT_STATUS[STOPPED]
            return
        problem = crawling.exception() if isinstance(crawling, Task) else None
        if isinstance(problem, SpecSeekError):
            print(f"Error: {problem}", file=sys.stderr)  # noqa: T201 - the log may be elsewhere
            self.exitcode = 1
        elif problem:
            raise problem
        else:
            reason = crawler.stats.get_value("finish_reason")
            self.exitcode = EXIT_STATUS.get(str(reason), 1)

    def _named(self, args: list[str]) -> Crawler:
        try:
            [name] = args
            return self._create_crawler(name)
        except ValueError:
            raise UsageError("name one spider, as in: scrapy crawl TOPIC") from None
        except KeyError as error:
            raise UsageError(
                f"{error.args[0]}; `scrapy list` names them", print_help=False
            ) from None
