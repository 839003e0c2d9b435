from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.embedded import read_json
from tests.effort import effort

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


def test_numbers_stay_as_they_are_written() -> None:
    assert read_json('{"price": 1999.00, "big": 1e999, "n": [007, 1]}'.replace("007", "7")) == {
        "price": "1999.00", "big": "1e999", "n": ["7", "1"],
    }  # fmt: skip
    assert read_json("1" * 10_000) == "1" * 10_000
    assert read_json("[NaN, -Infinity]") == ["NaN", "-Infinity"]


@pytest.mark.parametrize(
    "written",
    [
        '{"a": "b", "c": ["d"]}',
        '{"a": "b", "c": ["d",],}',
        '{"a": "b", // "x": 1\n "c": /* no, */ ["d"]}',
        '// <![CDATA[\n{"a": "b", "c": ["d"]}\n// ]]>',
        '//<![CDATA[ {"a": "b", "c": ["d"]} //]]>',
        '/*<![CDATA[*/{"a": "b", "c": ["d"]}/*]]>*/',
        '<![CDATA[{"a": "b", "c": ["d"]}]]>',
        '<!-- {"a": "b", "c": ["d"]} -->',
        '<!--\n{"a": "b", "c": ["d"]}\n//-->',
        "{&quot;a&quot;: &quot;b&quot;, &quot;c&quot;: [&quot;d&quot;]}",
        '\ufeff{"a": "b", "c": ["d"]};\n',
    ],
)
def test_what_shops_write_around_and_into_json(written: str) -> None:
    assert read_json(written) == {"a": "b", "c": ["d"]}


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('["a\nb\tc"]', "a\nb\tc"),
        ('["http://a.example/,]"]', "http://a.example/,]"),
        ('["http://a.example/,]",]', "http://a.example/,]"),
        (r'["it\'s \5",]', "it's 5"),
        (r'["\\", ]', "\\"),
        (r'["\u8bfa \"/* \/ */\"",]', '诺 "/* / */"'),
        ('["<!-- -->",]', "<!-- -->"),
    ],
)
def test_strings_keep_what_they_hold(written: str, read: str) -> None:
    assert read_json(written) == [read]


@pytest.mark.parametrize(
    "written",
    ["", "{", "{'a': 1}", '{"a": }', '["a', '["\\', "[" * 100_000, '{"a":' * 100_000, "&#9" * 9999],
)
def test_what_cannot_be_read_is_a_value_error(written: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(written)


@pytest.mark.parametrize(
    "piece",
    [" ", '"', '\\"', '"\\', ",", ", ", "// ", "/*", "*", "<!--", "]]>", "<![CDATA[", "&quot;"],
)
def test_time_grows_with_length_alone(piece: str) -> None:
    def read() -> None:
        with pytest.raises(ValueError, match=r"."):
            read_json(piece * (500_000 // len(piece)) + "!")

    assert effort(read) < 300


@settings(max_examples=100, deadline=None)
@given(data=ANY_JSON)
def test_good_json_is_read_as_ever(data: object) -> None:
    assert read_json(json.dumps(data)) == data


@settings(max_examples=100, deadline=None)
@given(data=st.dictionaries(st.text(max_size=10), st.text(max_size=20), min_size=1))
def test_mending_harms_no_string(data: dict[str, str]) -> None:
    assert read_json(json.dumps(data)[:-1] + ", }") == data
