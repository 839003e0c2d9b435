"""Product pages of the pocket web: as they are, changed, and alone in the world."""

from __future__ import annotations

from dataclasses import replace

from tests.spider.crawl.small_crawl import WEB, Reply, pocket

SHOUJI_PRODUCTS = tuple(WEB.product_pages("www.shouji.example"))
TONGXUN_PRODUCTS = tuple(WEB.product_pages("m.tongxun.example"))
PRODUCT = TONGXUN_PRODUCTS[0].url
PRICE = next(pair.value for pair in TONGXUN_PRODUCTS[0].gold if pair.attribute == "参考价格")


def lonely(url: str, old: str = "", new: str = "", etag: str = "") -> Reply:
    """A page that asks robots not to follow its links: a whole crawl of one page.

    Words in it may be others; a server without an etag knows no conditional requests.
    """
    reply = pocket(url)
    assert old.encode() in reply.body
    body = reply.body.replace(old.encode(), new.encode()) if old else reply.body
    body = body.replace(b"<head>", b'<head><meta name="robots" content="nofollow">')
    headers = {"Content-Type": reply.headers["Content-Type"]}
    return replace(reply, body=body, headers=headers | ({"ETag": etag} if etag else {}))
