"""Scrapy's settings for `scrapy crawl`: the spider's own, plus the repair check after a crawl.

They are combined here because `spider` must not import `review`.
"""

from __future__ import annotations

from spider.settings import *  # noqa: F403 - Scrapy reads every setting from this module
from spider.settings import EXTENSIONS as SPIDER_EXTENSIONS

EXTENSIONS = {**SPIDER_EXTENSIONS, "specseek.after_crawl.RepairAfterCrawl": 900}
