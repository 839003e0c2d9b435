"""What pages of all sites are made of, in markup that each site puts into its own.

First what stands around a product: links, advertisements, similar phones. Then the middle of every
page that is no product page: home, lists, news, glossary, calendar.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from samples.articles import GLOSSARY, SampleArticle, news_of
from samples.catalogue import Phone, neighbours, yuan
from samples.chance import choose, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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


def home(site: Site, friends: Iterable[str]) -> str:
    newest = [phone_link(site, "/", phone, "home") for phone in site.phones[:12]]
    others = [anchor(f"http://{host}/", host, ' target="_blank"') for host in friends]
    return f"""<h2>最新手机</h2><ul class="new">{wrapped("li", newest)}</ul>
<h2>手机品牌</h2><div class="all">{" ".join(brand_links(site, "/", 99))}</div>
{news(site, "/")}
<h2>友情链接</h2><div class="friends">{" | ".join(others)}</div>"""


def news(site: Site, here: str) -> str:
    items = [
        f"{anchor(site.href(here, site.article_path(article.slug)), article.title)} {article.date}"
        for article in news_of(site.host)
    ]
    if site.across_path:
        items.append(anchor(site.href(here, site.across_path), "[转载] 香港电脑节见闻"))
    return f'<h2>新闻</h2><ul class="news">{wrapped("li", items)}</ul>'


def phone_list(site: Site, brand: str, position: tuple[int, int], phones: Sequence[Phone]) -> str:
    """A page of a brand's list; `position` is the page's number and how many there are."""
    here = site.list_path(brand, position[0])
    items = [
        f'{phone_link(site, here, phone)} <em class="pr">￥{yuan(phone)}</em> '
        f'<i class="sum">{escape(phone["主屏参数"])}</i>'
        for phone in phones
    ]
    return (
        f'<h1>{brand or "全部"}手机</h1><ul class="plist">{wrapped("li", items)}</ul>'
        f'<div class="pages">{_pager(site, brand, *position)}</div>'
        f'<div class="all">{" ".join(brand_links(site, here, 99))}</div>'
    )


def _pager(site: Site, brand: str, page: int, pages: int) -> str:
    here = site.list_path(brand, page)

    def to(number: int, text: str) -> str:
        return anchor(site.href(here, site.list_path(brand, number)), text)

    numbers = [
        f"<b>{number}</b>" if number == page else to(number, str(number))
        for number in range(1, pages + 1)
    ]
    before = [to(page - 1, "上一页")] if page > 1 else []
    after = [to(page + 1, "下一页")] if page < pages else []
    return " ".join([*before, *numbers, *after])


def article(article: SampleArticle) -> str:
    return (
        f'<h1>{article.title}</h1><div class="src">{article.date} 来源：本站 作者：样例</div>'
        f'<div class="text">{wrapped("p", article.paragraphs)}</div>'
    )


def glossary() -> str:
    terms = "".join(f"<h4>{name}</h4><p>{meaning}</p>" for name, meaning in GLOSSARY)
    return f'<h1>名词解释</h1><div class="terms">{terms}</div>'


def calendar(site: Site, year: int, month: int) -> str:
    """A month and links to its neighbours, without end: what catches careless spiders."""
    here = calendar_path(year, month)
    months = 12 * year + month - 1
    around = [divmod(months - 1, 12), divmod(months + 1, 12)]
    links = [anchor(site.href(here, calendar_path(y, m + 1)), f"{y}年{m + 1}月") for y, m in around]
    released = [
        phone_link(site, here, phone)
        for phone in site.phones
        if phone["上市时间"] == f"{year}年{month}月"
    ]
    return (
        f"<h1>{year}年{month}月上市</h1><ul>{wrapped('li', released or ['本月没有新机上市'])}</ul>"
        f'<div class="pages">{" ".join(links)}</div>'
    )


def calendar_path(year: int, month: int) -> str:
    return f"/calendar/{year:04d}-{month:02d}/"
