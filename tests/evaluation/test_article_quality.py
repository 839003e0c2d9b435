"""How articles are scored, the papers' rivals on a small page, and the floors on real pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation.article_quality import ArticleScore, measure_articles, site_of_article
from evaluation.article_rivals import ReadArticle, cepr, cetd, cetr
from evaluation.datasets import ArticlePage, DataSetsAbsentError
from evaluation.scoring import below_floors
from pages.page import Page
from tests.channels.made_article import FOOTER, MENU, PARAGRAPHS, RELATED, paragraphs

if TYPE_CHECKING:
    from collections.abc import Callable


def article(text: str, title: str = "", date: str = "") -> ArticlePage:
    return ArticlePage("https://news.example/1", b"", "1.html", text, title, "", date)


def test_characters_are_pooled_and_pages_averaged() -> None:
    score = ArticleScore()
    score.add(article("abcd efgh"), ReadArticle("abcd\nefgh"))
    score.add(article("ab"), ReadArticle("axbx"))
    figures = score.as_json()
    assert figures["precision"] == 10 / 12
    assert figures["recall"] == 1.0
    assert figures["score"] == pytest.approx(10 / 12)
    assert figures["mean"] == pytest.approx((1 + 2 / 3) / 2)


def test_titles_by_letters_and_dates_by_day() -> None:
    score = ArticleScore()
    score.add(
        article("a", "A new phone!", "2005-5-7 21:23:57"),
        ReadArticle("a", "a NEW phone", "2005-05-07T08:00:00"),
    )
    score.add(article("a", "One", "2005-5-7"), ReadArticle("a", "Two", "2005-05-08"))
    score.add(article("a", "", "1998-3"), ReadArticle("a", "Two", "2005-05-08"))
    assert score.as_json()["title"] == 0.5
    assert score.as_json()["day"] == 0.5


def test_the_site_of_a_page_without_address() -> None:
    body = b"<a href=http://www.w3.org/><a href=http://a.news.example/1><a href=//x>"
    assert site_of_article(ArticlePage("", body, "1.html", "")) == "news.example"
    assert site_of_article(ArticlePage("", b"", "1.html", "")) == "1.html"


def test_the_papers_rivals() -> None:
    markup = f"<html><body>{MENU}<div>{paragraphs()}</div>{RELATED}{FOOTER}</body>"
    page = Page.read(markup.replace("</p>", "</p>\n").encode())
    found = [read(page).text for read in (cetd, cepr, cetr)]
    assert all(text in one for text in PARAGRAPHS for one in found)
    assert ["News of the day" in one for one in found] == [False, False, True]


@pytest.mark.parametrize("read", [cetd, cepr, cetr])
def test_the_papers_rivals_on_an_empty_page(read: Callable[[Page], ReadArticle]) -> None:
    assert read(Page.read(b"")).text == ""


@pytest.mark.slow
def test_real_articles_are_read_as_well_as_before() -> None:
    pytest.importorskip("sklearn")
    try:
        report = measure_articles(beside_others=False)
    except DataSetsAbsentError as absent:
        pytest.skip(str(absent))
    assert list(below_floors((*report.rows, *report.pruned))) == []
