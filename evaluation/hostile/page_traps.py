"""Product pages that are dear to read: too much markup, text, embedded data, style sheets.

Each looks like a product page of the topic, so that everything that reads pages has a go at it, and
leads to a few more of its kind: what one of them costs is to be paid only once.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from evaluation.hostile.trap import Trap, Visit, here, html
from samples.response import Response, not_found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_AGAIN = 4  # further pages of each kind
SPECS = {
    "手机名": "坏机 X1",
    "品牌": "坏机",
    "主屏尺寸": "6.1英寸",
    "电池容量": "4000mAh",
    "运行内存": "8GB",
    "重量": "180克",
    "参考价格": "￥2999",
}


def _row(name: str, value: str) -> str:
    return f"<tr><th>{name}</th><td>{value}</td></tr>"


def _table(rows: str) -> str:
    return f"<table>{rows}</table>"


def _script(kind: str, text: str) -> str:
    return f'<script type="{kind}">{text}</script>'


def _linked_data(text: str) -> str:
    return _script("application/ld+json", text)


def _nested(opening: str, closing: str, depth: int) -> str:
    return opening * depth + "手机" + closing * depth


_PRODUCT = {"@context": "https://schema.org", "@type": "Product", "name": "坏机 X1"}
_MANY = 20_000
_DEEP = 20_000
_LONG = 500_000

# What of the markup may be repeated, left open or nested.
_MARKUP: dict[str, Callable[[], str]] = {
    "attributes-many": lambda: "<p " + " ".join(f"a{n}=1" for n in range(100_000)) + ">手机</p>",
    "attributes-same": lambda: "<p " + "class=a " * 100_000 + ">手机</p>",
    "attribute-long": lambda: f'<p title="{"手" * _LONG}">手机</p>',
    "attribute-open": lambda: '<a href="' * 50_000,
    "tag-name-long": lambda: f"<{'a' * _LONG}>手机</{'a' * _LONG}>",
    "tag-names-many": lambda: "".join(f"<t{n}>手机</t{n}>" for n in range(50_000)),
    "angle-brackets": lambda: "<" * _LONG,
    "end-tags": lambda: "</div></p></td>" * 100_000,
    "comment-open": lambda: "<!--" * 100_000,
    "comments-many": lambda: "<!---->" * 100_000,
    "declarations": lambda: "<![CDATA[" * 50_000 + "<!DOCTYPE " * 50_000 + "<?php " * 50_000,
    "scripts-open": lambda: "<script>" * 50_000,
    "scripts-many": lambda: "<script></script><style></style>" * 50_000,
    "textarea-open": lambda: "<textarea><title><xmp><noscript>" * 20_000,
    "lists-nested": lambda: _nested("<ul><li>", "</li></ul>", _DEEP),
    "definitions-nested": lambda: _nested("<dl><dt>名</dt><dd>", "</dd></dl>", _DEEP),
    "tables-nested": lambda: _nested("<table><tr><td>名</td><td>", "</td></tr></table>", 5_000),
    "formatting-nested": lambda: _nested("<b><i><u><a href=x>", "", 10_000),
    "foreign-nested": lambda: _nested("<svg><g><math><mi>", "</mi></math></g></svg>", 5_000),
    "templates-nested": lambda: _nested("<template><frameset>", "</frameset></template>", 10_000),
    "rows-many": lambda: _table("".join(_row(f"参数{n}", f"{n}mAh") for n in range(_MANY))),
    "cells-many": lambda: _table("<tr>" + "<td>屏幕</td><td>6英寸</td>" * 50_000 + "</tr>"),
    "cells-wide": lambda: _table(
        "<tr><td colspan=999999999 rowspan=65534>屏幕</td></tr><tr><td>6英寸</td></tr>" * 500
    ),
    "definitions-many": lambda: "<dl>" + "<dt>屏幕</dt><dd>6英寸</dd>" * 50_000 + "</dl>",
    "blocks-many": lambda: "<div><span>屏幕</span><span>6英寸</span></div>" * 50_000,
    "options-many": lambda: "<select>" + "<option>屏幕：6英寸" * 100_000,
    "headings-many": lambda: "".join(f"<h1>坏机 X{n}</h1>" for n in range(50_000)),
    "breaks-many": lambda: "屏幕：6英寸<br>" * 50_000,
    "titles-long": lambda: f"<h1>{'坏机' * _LONG}</h1><title>{'坏机' * _LONG}</title>",
    "metas-many": lambda: '<meta property="og:title" content="坏机">' * 50_000,
    "bases-many": lambda: "".join(f'<base href="/b{n}/">' for n in range(20_000)),
    "canonicals-many": lambda: "".join(f'<link rel=canonical href="c{n}">' for n in range(20_000)),
    "frames-many": lambda: "".join(f'<iframe src="f{n}.html"></iframe>' for n in range(_MANY)),
    "pictures-many": lambda: "".join(f'<img src="p{n}.jpg" alt="坏机">' for n in range(50_000)),
    "sources-many": lambda: f'<img srcset="{", ".join(f"s{n}.jpg {n}w" for n in range(_MANY))}">',
}

# Texts on which patterns and comparisons may take very long.
_TEXTS: dict[str, Callable[[], str]] = {
    "entities-named": lambda: f"<p>{'&amp;' * 200_000}</p>",
    "entities-open": lambda: f"<p>{'&' * 200_000}{'&notit' * 100_000}</p>",
    "entities-numbered": lambda: f"<p>{'&#x4e00;' * 100_000}{'&#' + '9' * _LONG};</p>",
    "pairs-in-a-line": lambda: "<p>" + "屏幕：6英寸 " * 50_000 + "</p>",
    "one-word": lambda: f"<p>{'x' * 2_000_000}</p>",
    "url-text": lambda: "<p>" + "http://" * 100_000 + "</p>",
    "words-of-the-topic": lambda: "<p>" + "".join(SPECS) * 20_000 + "</p>",
}

# Further rows of the product's own table: name and value.
_ROWS: dict[str, Callable[[], Iterable[tuple[str, str]]]] = {
    "rows-unknown": lambda: ((f"参数{n}", f"{n}mAh") for n in range(_MANY)),
    "rows-known": lambda: (("电池容量", f"{n}mAh") for n in range(_MANY)),
    "rows-of-words": lambda: ((f"功能{n}", f"词{n}") for n in range(_MANY)),
    "names-long": lambda: (("参" * 200 + str(n), "大") for n in range(2_000)),
    "name-long": lambda: [("屏" * 1_000_000, "6英寸")],
    "names-alike": lambda: (("屏幕" + "\u200b" * n, "6英寸") for n in range(1_000)),
    "value-long": lambda: [("屏幕", "大" * 2_000_000)],
    "value-of-spaces": lambda: [("屏幕", " \t\n" * _LONG)],
    "value-of-digits": lambda: [("电池容量", "9" * _LONG + "mAh")],
    "value-of-numbers": lambda: [("电池容量", "1,000.5 " * 100_000)],
    "value-of-words": lambda: [("颜色", "、".join(f"色{n}" for n in range(50_000)))],
    "value-of-brackets": lambda: [("屏幕", "(（[【" * 100_000)],
    "value-of-colons": lambda: [("屏幕", "：:" * 200_000)],
    "value-of-dates": lambda: [("上市时间", "2009年7月" * 50_000)],
    "value-of-prices": lambda: [("参考价格", "￥2,999-￥" * 50_000)],
    "value-of-sizes": lambda: [("机身尺寸", "1×2×" * 100_000)],
    "value-of-slashes": lambda: [("网络", "/GSM" * 100_000)],
    "combining-marks": lambda: [("屏幕", "e" + "\u0301\u0316" * 100_000)],
    "expanding-characters": lambda: [("屏幕", "\ufdfa" * 50_000)],
    "direction-marks": lambda: [("屏幕", "\u202e\u2066\u200b\ufeff" * 50_000)],
    "private-characters": lambda: [("屏幕", "\ue000\U000f0000\ufffe" * 50_000)],
    "tags-in-value": lambda: [("屏幕", "<b>大</b>" * 50_000)],
    "lines-in-value": lambda: [("屏幕", "大<br>" * 50_000)],
    "table-in-value": lambda: [("屏幕", _table(_row("尺寸", "6英寸") * 10_000))],
}

# Data for machines: JSON-LD, microdata, RDFa, states of scripts.
_EMBEDDED: dict[str, Callable[[], str]] = {
    "json-braces": lambda: _linked_data("{}" * 100_000),
    "json-brackets": lambda: _linked_data("[" * 100_000),
    "json-deep": lambda: _linked_data('{"@graph":' * 50_000 + "1" + "}" * 50_000),
    "json-blocks": lambda: _linked_data("{}") * 50_000,
    "json-broken-blocks": lambda: _linked_data('{"@type": "Product", ') * 20_000,
    "json-number": lambda: _linked_data(json.dumps(_PRODUCT)[:-1] + f', "x": {"9" * _LONG}}}'),
    "json-string": lambda: _linked_data(json.dumps(_PRODUCT | {"name": "坏" * _LONG})),
    "json-escapes": lambda: _linked_data(
        json.dumps({"@type": "Product", "name": "\ud800" * 50_000})
    ),
    "json-keys": lambda: _linked_data(json.dumps(_PRODUCT | {f"k{n}": n for n in range(100_000)})),
    "json-products": lambda: _linked_data(json.dumps([_PRODUCT] * _MANY)),
    "json-offers": lambda: _linked_data(json.dumps(_PRODUCT | {"offers": [{"price": 1}] * 50_000})),
    "json-properties": lambda: _linked_data(
        json.dumps(
            _PRODUCT
            | {
                "additionalProperty": [
                    {"@type": "PropertyValue", "name": f"参数{n}", "value": n} for n in range(_MANY)
                ]
            }
        )
    ),
    "json-circle": lambda: _linked_data(
        json.dumps(
            [
                _PRODUCT | {"@id": f"#{n}", "isRelatedTo": {"@id": f"#{(n + 1) % 5000}"}}
                for n in range(5_000)
            ]
        )
    ),
    "state-braces": lambda: f"<script>window.__INITIAL_STATE__ = {'{' * 100_000}</script>",
    "state-quotes": lambda: "<script>window.__NEXT_DATA__ = {" + '"' * 100_001 + "</script>",
    "microdata-many": lambda: (
        '<div itemscope itemtype="https://schema.org/Product">'
        + '<span itemprop="name">坏机</span>' * 50_000
        + "</div>"
    ),
    "microdata-deep": lambda: _nested(
        '<div itemprop="isRelatedTo" itemscope itemtype="https://schema.org/Product">',
        "</div>",
        5_000,
    ),
    "microdata-circle": lambda: "".join(
        f'<p itemscope itemtype="https://schema.org/Product" id=i{n} itemref=i{(n + 1) % 2000}>'
        for n in range(2_000)
    ),
    "microdata-references": lambda: (
        f'<div itemscope itemref="{"a " * 100_000}"></div>'
        + '<p id=a itemprop="name">坏机</p>' * 1_000
    ),
    "rdfa-deep": lambda: _nested(
        '<div vocab="https://schema.org/" typeof="Product">', "</div>", 5_000
    ),
}

# Style sheets in the page.
_STYLES: dict[str, str] = {
    "selectors-many": "".join(f".c{n} p{{color:red}}" for n in range(50_000)),
    "selector-list": ",".join(f".c{n}" for n in range(100_000)) + "{color:red}",
    "selector-long": "div " * 50_000 + "{color:red}",
    "selector-siblings": "* ~ * ~ * ~ * ~ * > * + *{color:red}" * 500,
    "selector-nots": ":not(" * 10_000 + "a" + ")" * 10_000 + "{color:red}",
    "selector-has": ":has(* :nth-child(2n+1 of *)){color:red}" * 1_000,
    "rules-nested": "@media all{" * 20_000 + "p{color:red}" + "}" * 20_000,
    "declarations-many": "p{" + "color:red;" * 200_000 + "}",
    "values-nested": "p{width:" + "calc(" * 50_000 + "1px" + ")" * 50_000 + "}",
    "variables-circle": ":root{"
    + "".join(f"--a{n}:var(--a{n + 1}) var(--a{n + 1});" for n in range(100))
    + "}p{color:var(--a0)}",
    "imports-many": "".join(f'@import "i{n}.css";' for n in range(5_000)),
    "strings-open": "p::after{content:" + '"\\' * 100_000,
    "comments-open": "/*" * 200_000,
    "escapes": "." + "\\31 " * 100_000 + "{color:red}",
}


def _style_page(sheet: str) -> str:
    return f"<style>{sheet}</style>" + '<div class="c1"><p>屏幕</p><p>6英寸</p></div>' * 1_000


def specs(number: int, rows: str = "", further: str = "") -> str:
    """The table of a product, and a link to the next one."""
    link = f'<a href="{number + 1}.html">手机{number + 1}</a>' if number < _AGAIN else ""
    return link + _table("".join(_row(*pair) for pair in SPECS.items()) + rows) + further


def _page_trap(name: str, make: Callable[[], str], *, as_rows: bool = False) -> Trap:
    pages = {"": 0} | {f"{n}.html": n for n in range(1, _AGAIN + 1)}
    made = cache(make)

    def answer(visit: Visit) -> Response:
        if visit.rest not in pages:
            return not_found(visit.url)
        number = pages[visit.rest]
        parts = specs(number, made()) if as_rows else specs(number, further=made())
        return html(f"坏机 {name} {number}", parts)

    return Trap(name, here(f"/page/{name}/"), "", answer, must_register=False)


def _rows(make: Callable[[], Iterable[tuple[str, str]]]) -> Callable[[], str]:
    return lambda: "".join(_row(*pair) for pair in make())


def _styled(sheet: str) -> Callable[[], str]:
    return lambda: _style_page(sheet)


PAGES = (
    *(_page_trap(name, make) for name, make in (_MARKUP | _TEXTS | _EMBEDDED).items()),
    *(_page_trap(name, _rows(make), as_rows=True) for name, make in _ROWS.items()),
)
STYLES = tuple(_page_trap(f"css-{name}", _styled(sheet)) for name, sheet in _STYLES.items())
