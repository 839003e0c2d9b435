from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels.dates import FoundTime, TimeReader, is_day_first

FETCHED = datetime(2020, 6, 20, 15, 0)  # noqa: DTZ001 - a Saturday
READER = TimeReader(FETCHED)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2014-06-12 10:10:20", "2014-06-12T10:10:20"),
        ("2014/6/12 10:10", "2014-06-12T10:10:00"),
        ("2014年6月12日 下午3:20", "2014-06-12T15:20:00"),
        ("2014年6月12日(木) 10:10", "2014-06-12T10:10:00"),
        ("发表于 2014-6-12 10:10:20 | 只看该作者", "2014-06-12T10:10:20"),
        ("２０１４年６月１２日　１０：１０", "2014-06-12T10:10:00"),
        ("2014년 6월 12일 오후 3시 20분", "2014-06-12T15:20:00"),
        ("12 Jun 2014", "2014-06-12"),
        ("Jun 12th, 2014 2:14 pm", "2014-06-12T14:14:00"),
        ("Thu 12-Jun-14 10:53:49", "2014-06-12T10:53:49"),
        ("Jun 12 '14", "2014-06-12"),
        ("12.06.2014", "2014-06-12"),
        ("12.06.14 08:40", "2014-06-12T08:40:00"),
        ("10/05/2006, 13h16", "2006-05-10T13:16:00"),
        ("05/13/2006", "2006-05-13"),
        ("5. Januar 2019 um 03:32", "2019-01-05T03:32:00"),
        ("12 de junio de 2014 a las 10:10", "2014-06-12T10:10:00"),
        ("mar 12 feb 2019 10:00", "2019-02-12T10:00:00"),
        ("12 июня 2014 10:10", "2014-06-12T10:10:00"),
        ("2014. június 12. 10:10", "2014-06-12T10:10:00"),
        ("2014-06-12T10:10:20-05:00", "2014-06-12T10:10:20-05:00"),
        ("Thu, 12 Jun 2014 10:10:20 GMT", "2014-06-12T10:10:20+00:00"),
        ("12 June 2014 at 10 pm", "2014-06-12T22:00:00"),
        ("12:14 am, 12 June 2014", "2014-06-12T00:14:00"),
    ],
)
def test_a_day_is_read_as_many_sites_write_it(text: str, time: str) -> None:
    (found,) = READER.find(text)
    assert str(found) == time
    assert found.is_exact


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("3小时前", "2020-06-20T12:00:00"),
        ("半小时前", "2020-06-20T14:30:00"),
        ("3 天前", "2020-06-17"),
        ("刚刚", "2020-06-20"),
        ("昨天 14:02", "2020-06-19T14:02:00"),
        ("前天", "2020-06-18"),
        ("06-12 10:10", "2020-06-12T10:10:00"),
        ("6月12日", "2020-06-12"),
        ("Yesterday 14:02", "2020-06-19T14:02:00"),
        ("Today, 02:10 PM", "2020-06-20T14:10:00"),
        ("Thursday at 3:02 PM", "2020-06-18T15:02:00"),
        ("2 hours ago", "2020-06-20T13:00:00"),
        ("posted about an hour ago", "2020-06-20T14:00:00"),
        ("Posted 2 days ago", "2020-06-18"),
        ("vor einer Stunde", "2020-06-20T14:00:00"),
        ("1 Jahr 2 Tage her", "2019-06-19"),
        ("il y a 2 heures", "2020-06-20T13:00:00"),
        ("3 дня назад", "2020-06-17"),
        ("11:43pm On Apr 23", "2020-04-23T23:43:00"),
        ("Dec 23", "2019-12-23"),
    ],
)
def test_other_times_are_counted_back_from_when_the_page_was_fetched(text: str, time: str) -> None:
    (found,) = READER.find(text)
    assert str(found) == time
    assert not found.is_exact


@pytest.mark.parametrize(
    "text",
    [
        "Posts: 1,234",
        "Joined: Jun 2014",
        "Version 1.2.3",
        "192.168.1.1",
        "call 555-12-1234",
        "yesterday we went home",
        "it was 12 may be",
        "2031-01-01",  # not yet
        "1888-01-01",
        "2014-13-45",
        "15:30",
    ],
)
def test_what_is_no_time(text: str) -> None:
    assert READER.find(text) == ()


def test_several_times_of_one_text() -> None:
    times = READER.find("Created 12 Jun 2014 10:10, edited 13 Jun 2014 11:11")
    assert list(map(str, times)) == ["2014-06-12T10:10:00", "2014-06-13T11:11:00"]


def test_a_span_alone_counts_where_a_time_is_expected() -> None:
    assert READER.find("3h") == ()
    assert str(READER.read("3h")) == "2020-06-20T12:00:00"
    assert str(READER.read("10 Monate 3 Wochen")) == "2019-07-31"
    assert READER.read("3 apples") is None
    assert READER.read("9999 years") is None


def test_other_dates_or_the_language_tell_the_order_of_day_and_month() -> None:
    assert is_day_first(["10/05/2006", "23/05/2006"], "en-US")
    assert not is_day_first(["10/05/2006", "05/23/2006"], "fr")
    assert is_day_first(["10/05/2006"], "fr")
    assert is_day_first(["10/05/2006"], "en-GB")
    assert not is_day_first(["10/05/2006"], "en")
    american = TimeReader(FETCHED, day_first=False)
    assert list(map(str, american.find("10/05/2006"))) == ["2006-10-05"]


def test_attributes() -> None:
    assert str(READER.element({"datetime": "2014-06-12T10:10:20Z"})) == "2014-06-12T10:10:20+00:00"
    assert str(READER.element({"data-time": "1402567820"})) == "2014-06-12T10:10:20+00:00"
    assert str(READER.element({"data-time": "1402567820000"})) == "2014-06-12T10:10:20+00:00"
    assert str(READER.element({"class": "u-dt", "title": "Jun 12, 2014 at 2:14 PM"})) == (
        "2014-06-12T14:14:00"
    )
    assert READER.element({"data-time": "12", "id": "1402567820", "href": "2014-06-12"}) is None
    assert READER.element({"data-time": "9999999999"}) is None


@given(st.text(max_size=60) | st.text("0123456789 -/.:年月日前agoJunst,", max_size=500))
def test_whatever_the_text_times_are_plausible_and_lie_in_it(text: str) -> None:
    for found in (*READER.find(text), READER.read(text), READER.attribute(text)):
        if found is not None:
            assert isinstance(found, FoundTime)
            assert 1990 <= found.time.year <= 2020
            assert 0 <= found.start < found.end <= len(text)
            assert str(found)
