from __future__ import annotations

from rules.examples import Example
from rules.learn_layout import Sample, learn_layout
from rules.model import Layout, Region, Spot, Step, UnitShape
from rules.unnamed_learning import weighed_spots
from rules.widen import same_kind, widened
from tests.rules.small_pages import page


def shape(**keys: object) -> UnitShape:
    region = Region(tag="table", id="a", classes=("s",), heights=(1,), path=("div",))
    return UnitShape.model_validate(
        {"around": "tr", "name": "th", "value": "td", "region": region, "support": 3, **keys}
    )


def layout(*shapes: UnitShape) -> Layout:
    return Layout(id="1", shapes=shapes)


def wider(one: UnitShape, other: UnitShape) -> UnitShape:
    (result,) = widened(layout(one), layout(other)).shapes
    return result


def test_layouts_are_of_one_kind_when_they_share_a_shape() -> None:
    assert same_kind(layout(shape()), layout(shape(dressing=("td>em",)), shape(around="li")))
    assert not same_kind(layout(shape()), layout(shape(name="td", first=0)))
    assert same_kind(layout(), layout())
    assert not same_kind(layout(), layout(shape()))


def test_the_same_shape_twice_is_that_shape_with_more_support() -> None:
    one = shape(feature="：", value_classes=("v",), name_classes=("k",), one_line=True)
    assert wider(one, one) == one.model_copy(update={"support": 6})


def test_what_differs_between_samples_is_no_longer_demanded() -> None:
    one = shape(feature="：", value_classes=("v",), opens_line=True, one_line=True)
    other = shape(value="p", value_classes=("w",))
    for result in (wider(one, other), wider(other, one)):
        assert (result.value, result.feature, result.value_classes) == ("", "", None)
        assert not result.opens_line
        assert not result.one_line


def test_a_value_that_was_last_once_is_the_last() -> None:
    assert wider(shape(value_last=True), shape()).value_last
    assert wider(shape(), shape(value_last=True)).value_last


def test_dressing_that_another_sample_s_values_stood_in_is_none() -> None:
    one = shape(dressing=("td>em", "td>a"), covered=("td",))
    result = wider(one, shape(dressing=("td>i",), covered=("td", "td>a")))
    assert result.dressing == ("td>em", "td>i")
    assert result.covered == ("td", "td>a")


def test_regions_keep_what_they_have_in_common() -> None:
    other = Region(tag="table", id="b", classes=("s",), heights=(2,), path=("p",))
    assert wider(shape(), shape(region=other)).region == Region(tag="table", heights=(1, 2))
    assert wider(shape(), shape(region=other.model_copy(update={"tag": "div"}))).region.id == "a"


def test_shapes_of_both_samples_are_kept_the_strongest_first() -> None:
    both = widened(layout(shape()), layout(shape(around="li", support=9)))
    assert [found.around for found in both.shapes] == ["li", "tr"]


def spot(**keys: object) -> Spot:
    return Spot.model_validate({"attribute": "价格", "path": (Step("b"),), **keys})


def merged(one: Spot, other: Spot) -> tuple[Spot, ...]:
    return widened(Layout(id="1", spots=(one,)), Layout(id="2", spots=(other,))).spots


def test_spots_that_differ_in_their_neighbours_only_are_one() -> None:
    one, other = spot(before="售价", after="元", weight=0.5), spot(before="售价", after="起")
    assert merged(one, other) == (spot(before="售价"),)
    assert len(merged(spot(), spot(path=(Step("i"),)))) == 2


def test_two_spots_of_one_sample_that_only_their_labels_tell_apart_stay_two() -> None:
    two = Layout(id="1", spots=(spot(before="售价"), spot(before="原价")))
    assert {found.before for found in widened(two, two).spots} == {"售价", "原价"}


def labelled(html: str, value: str) -> Sample:
    return Sample(page(html), (Example(attribute="价格", value=value),))


def test_a_spot_that_means_other_values_on_another_sample_goes() -> None:
    one = labelled("<body><p class=a>黑</p><h2>x</h2><p class=b>黑</p>", "黑")
    other = labelled("<body><p class=a>白</p><h2>x</h2><p class=b>红</p>", "红")
    spots = learn_layout(one, "1").spots
    assert len(spots) == 2
    assert len(weighed_spots(spots, [one])) == 2
    kept = weighed_spots(spots, [one, other])
    assert [found.path[0].classes for found in kept] == [("b",)]
