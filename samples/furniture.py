"""What stands around a product on every site: links, advertisements, similar phones.

Sites put these parts into markup of their own.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from samples.catalogue import Phone, neighbours, yuan
from samples.chance import choose, number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from samples.site import Site

# Hosts that pages link to and that the pocket web does not serve.
ADVERTISER = "ads.lianmeng.example"
REGISTER = "www.beian.example"
OFF_SITE = frozenset({ADVERTISER, REGISTER})

_SLOGANS = (
    "5折疯抢 数码配件周年庆",
    "充100送50 话费天天送",
    "免费试用 新机抢先体验",
    "清仓特卖 满200包邮",
    "以旧换新 最高补贴800元",
)


def anchor(href: str, text: str, attributes: str = "") -> str:
    return f'<a href="{escape(href)}"{attributes}>{escape(text)}</a>'


def wrapped(tag: str, parts: Iterable[str]) -> str:
    """Put each part into an element of its own; the tag may carry attributes."""
    name = tag.partition(" ")[0]
    return "".join(f"<{tag}>{part}</{name}>" for part in parts)


def navigation(site: Site, here: str) -> list[str]:
    places = (
        ("首页", "/"),
        ("手机大全", site.list_path("", 1)),
        ("新闻", "/news/"),
        ("名词解释", "/help/glossary.html"),
        ("购机帮助", "/help/"),
        ("上市日历", "/calendar/2009-07/"),
        ("关于我们", "/about.html"),
    )
    return [anchor(site.href(here, path), text) for text, path in places]


def brand_links(site: Site, here: str, count: int = 10) -> list[str]:
    return [
        anchor(site.href(here, site.list_path(brand, 1)), f"{brand}手机")
        for brand in site.brands[:count]
    ]


def tracked(href: str, source: str) -> str:
    """Add the parameters by which sites follow their visitors."""
    marks = urlencode({"utm_source": source, "spm": f"a2.{number(href, source) % 10_000}"})
    return f"{href}{'&' if '?' in href else '?'}{marks}"


def phone_link(site: Site, here: str, phone: Phone, source: str = "") -> str:
    href = site.href(here, site.product_path(phone))
    return anchor(tracked(href, source) if source else href, phone["手机名"])


def similar(site: Site, here: str, phone: Phone, count: int = 6) -> list[str]:
    """Links to other phones with their prices: what a loose reader takes for attributes."""
    return [
        f'{phone_link(site, here, other, "similar")} <em class="pr">￥{yuan(other)}</em>'
        for other in neighbours(site.phones, phone, count)
    ]


def advertisement(site: Site, here: str, slot: str) -> str:
    slogan = choose(_SLOGANS, site.host, here, slot)
    target = f"http://{ADVERTISER}/click?{urlencode({'site': site.host, 'slot': slot})}"
    return (
        f'<!-- ad:{slot} --><script type="text/javascript">'
        f'document.write("<div class=\'ad\'><b>" + "{slogan}" + "</b></div>");</script>'
        f'<a href="{escape(target)}" target="_blank" rel="nofollow">'
        f'<img src="http://{ADVERTISER}/b/{slot}.gif" alt="{slogan}" border="0"></a>'
    )


def foot(site: Site, here: str) -> str:
    links = " | ".join(navigation(site, here)[3:])
    register = anchor(f"http://{REGISTER}/", f"京ICP备{number(site.host) % 100_000:05d}号")
    return f"{links} &copy; {escape(site.title)} 版权所有 {register}"
