from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pages.embedded import LONGEST_NAME, MOST_IMAGES, MOST_PAIRS, pairs_of
from pages.embedded_items import LONGEST_VALUE

PHONE: dict[str, object] = {
    "@type": "Product",
    "additionalProperty": [
        {"@type": "PropertyValue", "name": "电池容量", "value": "950", "unitText": "mAh"},
        {"@type": "PropertyValue", "name": "蓝牙", "value": True},
        {"propertyID": "screen", "value": ["2.6 in", "TFT"]},
    ],
    "aggregateRating": {"ratingValue": "4.5", "reviewCount": "11"},
    "offers": {"price": "1999.00", "priceCurrency": "CNY"},
    "weight": {"value": "120", "unitCode": "GRM"},
    "brand": {"@type": "Brand", "name": "诺基亚"},
    "name": "诺基亚 N95",
    "image": "n95.jpg",
    "gtin13": "6417182744907",
    "releaseDate": "2007-03",
    "color": ["黑色", "银色"],
}


def test_fixed_names_first_then_the_shops_own() -> None:
    assert pairs_of(PHONE) == (
        ("name", "诺基亚 N95"),
        ("brand", "诺基亚"),
        ("gtin13", "6417182744907"),
        ("color", "黑色, 银色"),
        ("weight", "120 g"),
        ("price", "1999.00"),
        ("priceCurrency", "CNY"),
        ("ratingValue", "4.5"),
        ("releaseDate", "2007-03"),
        ("image", "n95.jpg"),
        ("电池容量", "950 mAh"),
        ("蓝牙", "true"),
        ("screen", "2.6 in, TFT"),
    )


def test_images_are_addresses_alone_listed_or_described() -> None:
    images: list[object] = [
        " /front.jpg ",
        {"@type": "ImageObject", "contentUrl": "/back.jpg", "url": "/page"},
        {"url": "/side.jpg"},
        {"caption": "no address"},
        5,
        "",
    ]
    expected = (("image", "/front.jpg"), ("image", "/back.jpg"), ("image", "/side.jpg"))
    phone = {"name": "N95"}
    assert pairs_of(phone | {"image": images}) == (("name", "N95"), *expected)
    assert pairs_of(phone | {"image": {"url": ["/a.jpg"]}}) == (("name", "N95"),)
    many = [f"/{number}.jpg" for number in range(20)]
    assert len(pairs_of(phone | {"image": many})) == 1 + MOST_IMAGES


def test_pictures_alone_tell_nothing() -> None:
    assert pairs_of({"image": "n95.jpg"}) == ()


def test_a_single_property_needs_no_list() -> None:
    assert pairs_of({"additionalProperty": {"name": "a", "value": "b"}}) == (("a", "b"),)


def test_a_property_without_a_name_or_a_value_is_none() -> None:
    properties: list[object] = [
        {"name": "a"},
        {"value": "b"},
        {"name": "", "value": ""},
        "a",
        None,
        [{}],
    ]
    assert pairs_of({"additionalProperty": properties}) == ()


def test_sizes_are_bounded() -> None:
    long = {"name": "n" * (LONGEST_NAME + 1), "value": "v"}, {"name": "n", "value": "v" * 2000}
    many = [{"name": str(number), "value": "v" * LONGEST_VALUE} for number in range(1000)]
    pairs = pairs_of({"name": "N95", "additionalProperty": [*long, *many]})
    assert len(pairs) == MOST_PAIRS
    assert pairs[:2] == (("name", "N95"), ("0", "v" * LONGEST_VALUE))


def test_the_same_pair_is_told_once() -> None:
    assert pairs_of({"additionalProperty": [{"name": "a", "value": "b"}] * 3}) == (("a", "b"),)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["name", "value", "price", "offers", "unitCode", "minValue", "@value"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(PHONE)), ANYTHING))
def test_wrong_types_everywhere(product: dict[str, object]) -> None:
    for name, value in pairs_of(product):
        assert name == " ".join(name.split())
        assert value == " ".join(value.split())


def test_the_maker_is_told_where_no_brand_is() -> None:
    made: dict[str, object] = {"@type": "Product", "manufacturer": {"name": "Nokia"}}
    assert pairs_of(made) == (("manufacturer", "Nokia"),)
    assert pairs_of({**made, "brand": "Nokia Mobile"}) == (("brand", "Nokia Mobile"),)


def test_the_only_offer_may_have_the_codes() -> None:
    offer = {"sku": "77", "gtin13": "6417182744907"}
    codes = (("sku", "77"), ("gtin13", "6417182744907"))
    assert pairs_of({"@type": "Product", "offers": offer}) == codes
    assert pairs_of({"@type": "Product", "offers": [offer]}) == codes
    assert pairs_of({"@type": "Product", "offers": [offer, {**offer, "sku": "78"}]}) == ()
