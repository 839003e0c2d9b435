from __future__ import annotations

from spider.links.places import OpenContainers


def test_the_innermost_name_and_the_innermost_element_tell_where() -> None:
    places = OpenContainers()
    assert places.here == "page"
    places.open("div", b' id="goods12">')
    places.open("ul", b">")
    places.open("li", b">")
    assert places.here == "div#goods#>li"
    places.close("li")
    places.close("ul")
    assert places.here == "div#goods#"


def test_a_class_tells_more_than_an_id() -> None:
    places = OpenContainers()
    places.open("ul", b' id="u1" class="plist hot">')
    assert places.here == "ul.plist"


def test_items_without_end_tags_end_each_other() -> None:
    places = OpenContainers()
    places.open("ul", b' class="plist">')
    for _ in range(100):
        places.open("li", b">")
    places.close("ul")
    assert places.here == "page"


def test_an_end_tag_closes_what_is_open_inside() -> None:
    places = OpenContainers()
    places.open("div", b" class=a>")
    places.open("table", b">")
    places.open("td", b">")
    places.close("div")
    assert places.here == "page"


def test_end_tags_that_close_nothing_are_ignored() -> None:
    places = OpenContainers()
    places.open("div", b" class=a>")
    places.close("table")
    assert places.here == "div.a"
