from __future__ import annotations

from datetime import datetime

import pytest

from channels.nodes import Nodes
from channels.page_times import page_times
from pages.dom import Tree
from pages.page import Page

FETCHED = datetime(2020, 6, 20, 15, 0)  # noqa: DTZ001


def times(body: str, language: str = "", fetched: datetime | None = FETCHED) -> list[str]:
    tree = Tree(Page.read(f"<html><body>{body}</body></html>".encode()))
    return [str(time.found) for time in page_times(Nodes.of(tree.body), language, fetched)]


@pytest.mark.parametrize(
    "markup",
    [
        "<p>Posted 12 Jun 2014 10:10</p>",
        "<p>Posted <b>12</b> <b>Jun</b> 2014 <i>10:10</i></p>",
        "<time datetime='2014-06-12T10:10'>long ago</time>",
        "<span title='Jun 12, 2014 at 10:10 AM'>6 years</span>",
        "<a data-timestamp='2014-06-12 10:10'>#1</a>",
        "<i data-tippy-content='Thursday, June 12th, 2014 at 10:10:00 AM'>6 years ago</i>",
        "<meta itemprop=datePublished content='2014-06-12T10:10'>",
    ],
)
def test_times_in_texts_pieces_and_attributes(markup: str) -> None:
    assert times(f"<p>Battery</p>{markup}<p>Two days.</p>") == ["2014-06-12T10:10:00"]


def test_the_day_that_is_shown_counts() -> None:
    near_midnight = "<time datetime='2014-06-12T23:30:00Z'>13 June 2014</time>"
    assert times(near_midnight) == ["2014-06-13"]
    assert times(near_midnight.replace("13 June", "12 June")) == ["2014-06-12T23:30:00+00:00"]


def test_sentences_have_no_times() -> None:
    assert times(f"<p>{'It was on 12 June 2014 that I bought this phone. ' * 4}</p>") == []


def test_other_dates_of_the_page_tell_the_order() -> None:
    assert times("<p>10/05/2006</p><p>23/05/2006</p>", "en") == ["2006-05-10", "2006-05-23"]
    assert times("<p>10/05/2006</p>", "en") == ["2006-10-05"]


def test_without_the_time_of_fetching_the_newest_date_or_the_copyright_tells_the_year() -> None:
    assert times("<p>Apr 9, 10:10</p><p>© 2001-2012 the forum</p>", fetched=None) == [
        "2012-04-09T10:10:00"
    ]
    assert times("<p>2 days ago</p><p>2012-04-09</p>", fetched=None) == ["2012-04-07", "2012-04-09"]
