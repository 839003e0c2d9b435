"""Scrapy's settings for this project, derived from SpecSeek's own (docs/settings.md).

Each can still be set for one run by Scrapy's `-s NAME=VALUE`.
"""

from __future__ import annotations

from core.settings import SettingsError, load_settings
from spider.politeness.throttle import ROBOTS_TOKEN, user_agent

try:
    SPECSEEK = load_settings()
except SettingsError as error:
    # Scrapy imports this module before anything could catch and report the error.
    raise SystemExit(str(error)) from None

_crawl = SPECSEEK.crawl

BOT_NAME = "specseek"
SPIDER_MODULES = ["spider.spiders", "spider.collecting.spiders"]
NEWSPIDER_MODULE = "spider.spiders"
SPIDER_LOADER_CLASS = "spider.spiders.TopicSpiderLoader"
COMMANDS_MODULE = "spider.commands"

# User agent and politeness.
USER_AGENT = user_agent(_crawl.contact)
ROBOTSTXT_OBEY = True
ROBOTSTXT_USER_AGENT = ROBOTS_TOKEN
CONCURRENT_REQUESTS = _crawl.concurrency
CONCURRENT_REQUESTS_PER_DOMAIN = _crawl.concurrency_per_site
DOWNLOAD_DELAY = _crawl.delay_seconds
DOWNLOAD_DELAY_JITTER = 0  # else half of the pauses would be shorter than promised
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = _crawl.delay_seconds
AUTOTHROTTLE_MAX_DELAY = _crawl.longest_delay_seconds if _crawl.delay_seconds else 0.0
AUTOTHROTTLE_TARGET_CONCURRENCY = 1.0
COOKIES_ENABLED = False  # a spider needs no session
DEFAULT_REQUEST_HEADERS = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5",
    "Accept-Language": "zh-CN,zh;q=0.9,en;q=0.8",
}

# Which addresses may be contacted (docs/safety.md).
CRAWL_PROXY = _crawl.proxy
CRAWL_ALLOW = list(_crawl.allow)
TWISTED_DNS_RESOLVER = "spider.safety.resolver.SafeResolver"
DOWNLOAD_HANDLERS = {
    **dict.fromkeys(("data", "file", "ftp", "s3")),
    **dict.fromkeys(("http", "https"), "spider.safety.handler.SafeDownloadHandler"),
}
DOWNLOADER_MIDDLEWARES = {
    "spider.safety.guard.AddressGuard": 40,
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "spider.politeness.robots.PoliteRobots": 100,
    "scrapy.downloadermiddlewares.redirect.RedirectMiddleware": None,
    "spider.politeness.robots.RobotsRedirects": 600,
    "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": None,
    "spider.safety.guard.SafeCompression": 590,
    "spider.safety.guard.CrawlProxy": 745,
    "spider.safety.guard.ProxyGuard": 760,
}
EXTENSIONS = {
    "scrapy.extensions.throttle.AutoThrottle": None,
    "spider.politeness.throttle.PoliteThrottle": 0,
    "spider.politeness.robots.RobotsSitemaps": 0,
    "spider.display.extension.CrawlDisplay": 0,
}

# Limits for hostile responses.
DOWNLOAD_TIMEOUT = _crawl.timeout_seconds
DOWNLOAD_MAXSIZE = _crawl.page_megabytes * 1_000_000
DOWNLOAD_MAXHEADERSIZE = _crawl.header_kilobytes * 1_000
DOWNLOAD_WARNSIZE = 0  # exceeding the limit above is reported in the error register
DOWNLOAD_VERIFY_CERTIFICATES = True

# Budgets of one run.
CLOSESPIDER_PAGECOUNT = _crawl.pages
CLOSESPIDER_TIMEOUT = _crawl.minutes * 60
DEPTH_LIMIT = _crawl.depth

# The ledger handles retries and redirects; only those of robots.txt are followed at once.
RETRY_ENABLED = False
METAREFRESH_ENABLED = False

FEED_EXPORT_ENCODING = "utf-8"
LOG_LEVEL = "INFO"
LOG_AS_JSON = SPECSEEK.log == "json"
LOGSTATS_INTERVAL = 0  # the display shows progress
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
