from __future__ import annotations

import pytest

from spider.links.endless import is_suspect, why_endless

YEAR = 2020


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example/a/b/a/b/",
        "http://a.example/x/x/x/x/",
        "http://a.example/shop/en/item/shop/en/item/",
        "http://a.example/" + "".join(f"{n}/" for n in range(30)),
        "http://a.example/?sort=a&sort=b&sort=a",
        "http://a.example/?" + "&".join(f"p{n}=1" for n in range(20)),
        "http://a.example/calendar/2031/07/",
        "http://a.example/calendar/2190-07-01/",
        "http://a.example/events?date=2040-01-01",
        "http://a.example/events?year=1503",
    ],
)
def test_addresses_that_have_no_end(url: str) -> None:
    assert why_endless(url, YEAR)


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example/",
        "http://a.example/phones/nokia/n95/",
        "http://a.example/2019/12/31/news.html",
        "http://a.example/1293/1292819/param.shtml",
        "http://a.example/11/11/11/11/3.html",
        "http://a.example/list?brand[]=a&brand[]=b&brand[]=c",
        "http://a.example/list?page=900",
        "http://a.example/calendar/2021/07/",
        "http://a.example/a/a/b.html",
        "http://a.example/item/2077/",
    ],
)
def test_addresses_that_have_an_end(url: str) -> None:
    assert why_endless(url, YEAR) == ""


def test_shapes_that_count_days_or_choose_by_many_parameters_are_suspect() -> None:
    assert is_suspect("/calendar/#-#-#/")
    assert is_suspect("/events?day=#&month=#")
    assert is_suspect("/list?a=#&b=#&c=#&d=#")
    assert not is_suspect("/list?brand=nokia&page=#")
