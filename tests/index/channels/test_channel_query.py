from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from index.channels.query import ChannelQuery, channel_parameters, channel_query
from store.documents import ARTICLE

_PARAMETERS = st.dictionaries(
    st.sampled_from(
        ["q", "product", "site", "author", "from", "to", "sort", "low", "page", "size", "x"]
    ),
    st.text() | st.sampled_from(["2026", "2026-01", "2026-01-31", "newest", "1", "3", "relevance"]),
)


def test_defaults_are_left_out() -> None:
    assert channel_parameters(ChannelQuery(ARTICLE)) == []
    asked = ChannelQuery(ARTICLE, "续航", author="Ann", sort="newest", page=2)
    assert channel_parameters(asked) == [
        ("q", "续航"),
        ("author", "Ann"),
        ("sort", "newest"),
        ("page", "2"),
    ]


@given(_PARAMETERS)
def test_each_query_has_one_address(parameters: dict[str, str]) -> None:
    asked = channel_query(parameters.items(), ARTICLE)
    assert channel_query(channel_parameters(asked), ARTICLE) == asked
