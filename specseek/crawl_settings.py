"""Scrapy's settings for `scrapy crawl`: the spider's own, and what follows when a crawl has ended.

The spider knows nothing of reviews and repairs; here, where all rooms meet, they are joined.
"""

from __future__ import annotations

from spider.settings import *  # noqa: F403 - Scrapy reads every setting from this module
from spider.settings import EXTENSIONS as SPIDER_EXTENSIONS

EXTENSIONS = {**SPIDER_EXTENSIONS, "specseek.after_crawl.RepairAfterCrawl": 900}
