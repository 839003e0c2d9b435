"""Known values are seen on the new page, with the texts that stand with them."""

from hypothesis import given, settings
from hypothesis.strategies import binary, text

from discovery.repair.sightings import SightedPage
from pages.page import Page
from tests.discovery.repair.pages_for_repair import PHONES, new_page

PAGE = SightedPage(new_page(PHONES[0]))


def sighted(body: str) -> SightedPage:
    return SightedPage(Page.read(f"<meta charset=utf-8><body>{body}".encode()))


def test_a_value_with_its_new_name_before_it() -> None:
    (price,) = PAGE.sightings("￥4200")
    assert price.text == "￥4200"
    assert price.labels[0].name == "市场均价"


def test_a_value_that_is_written_otherwise_is_given_as_the_page_writes_it() -> None:
    (weight,) = PAGE.sightings("120g")
    assert weight.text == "120 克"
    assert weight.label("重量")


def test_names_that_are_links_stand_as_others_do() -> None:
    page = sighted(
        "<p><i>重量</i><u>90 g</u></p><p><i><a href=/>价格</a></i><u><b>99元</b></u></p>"
    )
    weight, price = page.sightings("90g")[0], page.sightings("99元")[0]
    assert weight.labels[0].shape == price.labels[0].shape


def test_name_and_value_in_one_text() -> None:
    (found,) = sighted("<p>重 量：120克</p>").sightings("120g")
    assert (found.text, found.labels[0].name) == ("120克", "重量")


def test_a_value_in_pieces() -> None:
    (found,) = sighted("<p>商家报价</p><p><b>￥11</b>至<b>￥12</b></p>").sightings("￥11至￥12")
    assert found.text == "￥11至￥12"


def test_part_of_a_text_is_no_sighting() -> None:
    assert sighted("<p>本机重120克，很轻</p>").sightings("120g") == []


def test_what_is_not_shown_is_not_seen() -> None:
    assert sighted("<p style='display:none'>120克</p>").sightings("120g") == []


@settings(max_examples=100, deadline=None)
@given(binary(max_size=400), text(max_size=20))
def test_any_page_and_any_value(body: bytes, value: str) -> None:
    for sighting in SightedPage(Page.read(body)).sightings(value):
        assert sighting.text
