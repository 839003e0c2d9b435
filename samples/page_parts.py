"""What pages of all sites are made of, in markup that each site puts into its own.

First what stands around a product: links, advertisements, similar products. Then the middle of
every page that is no product page: home, lists, news, glossary, calendar.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from samples.catalogue import naming, neighbours, released
from samples.chance import choose, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from samples.catalogue import Product
    from samples.site import Site
    from samples.words import SampleArticle


# Hosts that pages link to and that the pocket web does not serve.
ADVERTISER = "ads.lianmeng.example"
REGISTER = "www.beian.example"
OFF_SITE = frozenset({ADVERTISER, REGISTER})


def anchor(href: str, text: str, attributes: str = "") -> str:
    return f'<a href="{escape(href)}"{attributes}>{escape(text)}</a>'


def wrapped(tag: str, parts: Iterable[str]) -> str:
    """Put each part into an element of its own; the tag may carry attributes."""
    name = tag.partition(" ")[0]
    return "".join(f"<{tag}>{part}</{name}>" for part in parts)


def navigation(site: Site, here: str) -> list[str]:
    names = site.words.pages
    places = (
        (names.home, "/"),
        (names.products, site.list_path("", 1)),
        (names.news, "/news/"),
        (names.glossary, "/help/glossary.html"),
        (names.help, "/help/"),
        (names.calendar, "/calendar/2009-07/"),
        (names.about, "/about.html"),
    )
    return [anchor(site.href(here, path), text) for text, path in places]


def brand_links(site: Site, here: str, count: int = 10) -> list[str]:
    return [
        anchor(site.href(here, site.list_path(brand, 1)), site.words.of_brand.format(brand=brand))
        for brand in site.brands[:count]
    ]


def tracked(href: str, source: str) -> str:
    """Add the parameters by which sites follow their visitors."""
    marks = urlencode({"utm_source": source, "spm": f"a2.{number(href, source) % 10_000}"})
    return f"{href}{'&' if '?' in href else '?'}{marks}"


def product_link(site: Site, here: str, product: Product, source: str = "") -> str:
    href = site.href(here, site.product_path(product))
    return anchor(tracked(href, source) if source else href, site.shown_name(product))


def similar(site: Site, here: str, product: Product, count: int = 6) -> list[str]:
    """Links to other products with their prices: what a loose reader takes for attributes."""
    return [
        f"{product_link(site, here, other, 'similar')} "
        f'<em class="pr">{escape(site.price_text(other))}</em>'
        for other in neighbours(site.products, product, count)
    ]


def advertisement(site: Site, here: str, slot: str) -> str:
    slogan = choose(site.words.slogans, site.host, here, slot)
    target = f"http://{ADVERTISER}/click?{urlencode({'site': site.host, 'slot': slot})}"
    return (
        f'<!-- ad:{slot} --><script type="text/javascript">'
        f'document.write("<div class=\'ad\'><b>" + "{slogan}" + "</b></div>");</script>'
        f'<a href="{escape(target)}" target="_blank" rel="nofollow">'
        f'<img src="http://{ADVERTISER}/b/{slot}.gif" alt="{slogan}" border="0"></a>'
    )


def foot(site: Site, here: str) -> str:
    links = " | ".join(navigation(site, here)[3:])
    entry = site.words.register_entry.format(number=number(site.host) % 100_000)
    register = anchor(f"http://{REGISTER}/", entry)
    return f"{links} &copy; {escape(site.title)} {site.words.rights} {register}"


def home(site: Site, friends: Iterable[str]) -> str:
    words = site.words
    newest = [product_link(site, "/", product, "home") for product in site.products[:12]]
    others = [anchor(f"http://{host}/", host, ' target="_blank"') for host in friends]
    return f"""<h2>{words.newest}</h2><ul class="new">{wrapped("li", newest)}</ul>
<h2>{words.brands}</h2><div class="all">{" ".join(brand_links(site, "/", 99))}</div>
{news(site, "/")}
<h2>{words.friends}</h2><div class="friends">{" | ".join(others)}</div>"""


def news(site: Site, here: str) -> str:
    items = [
        f"{anchor(site.href(here, site.article_path(article.slug)), article.title)} {article.date}"
        for article in site.words.news_of(site.host)
    ]
    if site.across_path:
        items.append(anchor(site.href(here, site.across_path), "[转载] 香港电脑节见闻"))
    return f'<h2>{site.words.pages.news}</h2><ul class="news">{wrapped("li", items)}</ul>'


def product_list(
    site: Site, brand: str, position: tuple[int, int], products: Sequence[Product]
) -> str:
    """A page of a brand's list; `position` is the page's number and how many there are."""
    here = site.list_path(brand, position[0])
    items = [
        f"{product_link(site, here, product)} "
        f'<em class="pr">{escape(site.price_text(product))}</em> '
        f'<i class="sum">{escape(site.summary(product))}</i>'
        for product in products
    ]
    heading = site.words.of_brand.format(brand=brand or site.words.all_brands)
    return (
        f'<h1>{heading}</h1><ul class="plist">{wrapped("li", items)}</ul>'
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
    before = [to(page - 1, site.words.previous)] if page > 1 else []
    after = [to(page + 1, site.words.next)] if page < pages else []
    return " ".join([*before, *numbers, *after])


def article(site: Site, article: SampleArticle) -> str:
    byline = site.words.byline.format(date=article.date)
    return (
        f'<h1>{article.title}</h1><div class="src">{byline}</div>'
        f'<div class="text">{wrapped("p", article.paragraphs)}</div>'
    )


def glossary(site: Site) -> str:
    words = site.words
    terms = "".join(f"<h4>{name}</h4><p>{meaning}</p>" for name, meaning in words.glossary.items())
    return f'<h1>{words.pages.glossary}</h1><div class="terms">{terms}</div>'


def calendar(site: Site, year: int, month: int) -> str:
    """A month and links to its neighbours, without end: what catches careless spiders."""
    here = calendar_path(year, month)
    words = site.words
    months = 12 * year + month - 1
    around = [divmod(months - 1, 12), divmod(months + 1, 12)]
    links = [
        anchor(site.href(here, calendar_path(y, m + 1)), words.month.format(year=y, month=m + 1))
        for y, m in around
    ]
    date = naming(site.topic).date
    shown = [
        product_link(site, here, product)
        for product in site.products
        if released(product[date]) == (year, month)
    ]
    heading = words.released.format(year=year, month=month)
    return (
        f"<h1>{heading}</h1><ul>{wrapped('li', shown or [words.none_released])}</ul>"
        f'<div class="pages">{" ".join(links)}</div>'
    )


def calendar_path(year: int, month: int) -> str:
    return f"/calendar/{year:04d}-{month:02d}/"
