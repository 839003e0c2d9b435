"""Those we are measured against on one page: DOM builders, and other extractors.

Building a tree alone is what every extractor that works on a DOM pays before it reads a word.
Packages are loaded when they are wanted, since rivals are extras that may not be installed.
"""

from __future__ import annotations

import warnings
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from lxml import html
from parsel import Selector

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluation.reading_task import Answer, ReadingTask


def lxml_tree(task: ReadingTask) -> Callable[[], object]:
    def build() -> object:
        return html.document_fromstring(task.page.body, parser=html.HTMLParser(encoding="utf-8"))

    return build


def lexbor_tree(task: ReadingTask) -> Callable[[], object]:
    return partial(import_module("selectolax.lexbor").LexborHTMLParser, task.page.body)


def soup_tree(task: ReadingTask) -> Callable[[], object]:
    soup = import_module("bs4").BeautifulSoup
    return partial(soup, task.page.body, "lxml", from_encoding="utf-8")


def css_extraction(task: ReadingTask) -> Callable[[], Answer]:
    """By CSS selectors with parsel: what a person writes by hand for the site."""
    attributes = {pair.name: pair.attribute for pair in task.sample.gold}

    def read() -> Answer:
        page = Selector(body=task.page.body, encoding="utf-8")
        answer = {attributes[""]: page.css("span.bt::text").getall()}
        for row in page.css("tr:has(div.l)"):
            name = row.css("div.l::text").get("").rstrip("：")
            answer[attributes[name]] = ["".join(row.css("div.r ::text").getall())]
        return answer

    return read


def scrapely_extraction(task: ReadingTask) -> Callable[[], Answer]:
    """By scrapely, trained with the sample's values."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # w3lib.util says it will go one day
        util = import_module("w3lib.util")
    # scrapely's last release asks w3lib for a name that has since been given up for this one.
    util.str_to_unicode = util.to_unicode  # type: ignore[attr-defined]
    scraper = import_module("scrapely").Scraper()
    page = import_module("scrapely.htmlpage").HtmlPage
    values = {pair.attribute: pair.value for pair in task.sample.gold}
    scraper.train_from_htmlpage(page(body=task.sample.text), values)

    def read() -> Answer:
        records = scraper.scrape_page(page(body=task.page.text))
        return dict(records[0])

    return read


def autoscraper_extraction(task: ReadingTask) -> Callable[[], Answer]:
    """By autoscraper, built from the sample's values."""
    original = import_module("autoscraper").AutoScraper
    scraper = type("Scraper", (original,), {"_get_valid_attrs": staticmethod(_valid_attributes)})()
    values = {pair.attribute: [pair.value] for pair in task.sample.gold}
    scraper.build(html=task.sample.text, wanted_dict=values)
    one_rule_each = {rule["alias"]: rule["stack_id"] for rule in scraper.stack_list}
    scraper.keep_rules(list(one_rule_each.values()))

    def read() -> Answer:
        answer: Answer = scraper.get_result_exact(html=task.page.text, group_by_alias=True)
        return answer

    return read


def _valid_attributes(item: Any) -> dict[str, Any]:  # noqa: ANN401 - the library's own
    """Says "no such attribute" as BeautifulSoup understands it since 4.13: None, not ""."""
    return {name: item.attrs.get(name) or None for name in ("class", "style")}
