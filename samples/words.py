"""What sites say around their products, per topic and language: headings, links, news, help.

`samples/words` has a file for each; sites name theirs.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from core.yaml_files import read_yaml
from samples.chance import number

_FOLDER = Path(__file__).with_name("words")


class _Written(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SampleArticle(_Written):
    slug: str
    title: str
    date: str
    paragraphs: tuple[str, ...]


class PageNames(_Written):
    """What links to the pages that every site has are called."""

    home: str
    products: str
    news: str
    glossary: str
    help: str
    calendar: str
    about: str


class SiteWords(_Written):
    """Words in braces are filled in."""

    pages: PageNames
    home_title: str
    product_title: str
    newest: str
    brands: str
    of_brand: str
    all_brands: str
    list_title: str
    previous: str
    next: str
    friends: str
    byline: str
    month: str
    released: str
    none_released: str
    rights: str
    register_entry: str
    slogans: tuple[str, ...]
    glossary: dict[str, str]
    help: SampleArticle
    about: SampleArticle
    across: SampleArticle | None = None
    news: tuple[SampleArticle, ...]

    def news_of(self, host: str, count: int = 5) -> list[SampleArticle]:
        """The news a site carries, newest first; not every site has them all."""
        carried = sorted(self.news, key=lambda article: number(host, article.slug))[:count]
        return sorted(carried, key=lambda article: article.date, reverse=True)


@cache
def site_words(name: str) -> SiteWords:
    """Those of a file in `samples/words`: phones-zh, monitors-de."""
    return read_yaml(_FOLDER / f"{name}.yaml", SiteWords)
