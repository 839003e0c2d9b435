"""How a crawl can end, and what its exit status says of it."""

from __future__ import annotations

FINISHED = "finished"
STOPPED = "shutdown"
DISK_FULL = "disk-full"
STORE_FAILED = "store-failed"
BYTE_BUDGET = "closespider_bytes"
SITES_SILENT = "sites-silent"

# By Scrapy's reasons for closing a spider; any other is a failure.
EXIT_STATUS = {
    FINISHED: 0,
    "closespider_pagecount": 0,
    "closespider_timeout": 0,
    "closespider_itemcount": 0,
    BYTE_BUDGET: 0,
    STOPPED: 130,  # Ctrl-C, as shells report it
}
