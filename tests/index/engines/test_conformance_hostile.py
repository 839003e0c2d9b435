"""Whatever pages and visitors send, no engine stumbles over it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from index.engines.engine import AnyOf, NoneOf, SearchRequest, TextMatch, Within
from tests.index.engines.conformance import created, entry, found, where, with_words

if TYPE_CHECKING:
    from pathlib import Path

    from index.engines.engine import Engine, Searcher

HOSTILE = {
    "nothing": "",
    "a space": " ",
    "a null byte": "\0",
    "null bytes inside": "a\0b\0c",
    "a lone surrogate": "\ud800",
    "another surrogate": "x\udfffy",
    "a quote": '"',
    "a backslash": "\\",
    "parentheses": "((()",
    "and": "AND",
    "or": "OR",
    "not": "NOT",
    "minus": "-小米",
    "plus": "+小米",
    "an asterisk": "*",
    "a prefix": "小*",
    "a question mark": "?",
    "an expression": "/.*/",
    "a field": "name:小米",
    "a range": "[a TO z]",
    "a boost": "小米^9",
    "fuzzy": "小米~2",
    "right to left": "\u202e米小",
    "beyond the plane": "𠮷😀",
    "a noncharacter": "\uffff\U0010ffff",
    "long": "长" * 30_000,
    "very long": "x" * 1_000_000,
}
SHORT = {name: token for name, token in HOSTILE.items() if 0 < len(token) < 100}


def test_a_token_nobody_has_finds_nothing(phones: Searcher) -> None:
    for name, token in HOSTILE.items():
        assert with_words(phones, token) == [], name
        assert with_words(phones, "小米", token) == [], name
        assert found(phones, SearchRequest(phrases=((token,),))) == [], name
        assert found(phones, SearchRequest(phrases=(("小", token),))) == [], name
        assert len(found(phones, SearchRequest(without=((token,), ("小", token))))) == 4, name
        assert where(phones, AnyOf("品牌", (token,))) == set(), name
        assert len(where(phones, NoneOf("品牌", (token,)))) == 4, name
        assert where(phones, TextMatch("卖点", (token,))) == set(), name


def test_products_may_have_them_all(engine: Engine, tmp_path: Path) -> None:
    tokens = tuple(HOSTILE.values())
    odd = replace(
        entry("odd", *tokens, "词"),
        name=tokens,
        said={"卖点": (*tokens, "话")},
        terms={"品牌": tokens},
        document="".join(tokens[:20]).encode("utf-8", "surrogatepass"),
    )
    with created(engine, tmp_path, [odd, entry("other", "词")]) as searcher:
        assert set(with_words(searcher, "词")) == {"odd", "other"}
        assert where(searcher, TextMatch("卖点", ("话",))) == {"odd"}
        assert [hit.document for hit in searcher.get(["odd"])] == [odd.document]


def test_what_a_product_has_is_found_and_nothing_else(engine: Engine, tmp_path: Path) -> None:
    for name, token in SHORT.items():
        odd = replace(entry("odd", token, "z"), said={"卖点": (token,)})
        other = entry("other", "小米", "z")
        with created(engine, tmp_path / name, [odd, other]) as searcher:
            assert with_words(searcher, token) == ["odd"], name
            assert found(searcher, SearchRequest(phrases=((token, "z"),))) == ["odd"], name
            assert found(searcher, SearchRequest(without=((token,),))) == ["other"], name
            assert where(searcher, TextMatch("卖点", (token,))) == {"odd"}, name


def test_ids_may_be_any_text(engine: Engine, tmp_path: Path) -> None:
    ids = ["", *SHORT.values()]
    entries = [replace(entry("x"), id=ident) for ident in ids]
    with created(engine, tmp_path / "index", entries) as searcher:
        assert sorted(searcher.ids()) == sorted(ids)
        assert [hit.id for hit in searcher.get(ids)] == ids


def test_ever_so_many_words(phones: Searcher) -> None:
    many = tuple(f"w{number}" for number in range(10_000))
    assert with_words(phones, *many) == []
    assert with_words(phones, "小米", *many) == []
    assert with_words(phones, *["小米"] * 10_000) == ["mi14", "mi-band"]
    assert found(phones, SearchRequest(phrases=(("小", "米") * 2_000,))) == []
    assert where(phones, AnyOf("品牌", (*many, "nokia"))) == {"nokia3310"}
    assert where(phones, TextMatch("卖点", many)) == set()


def test_ever_so_many_conditions(phones: Searcher) -> None:
    conditions = tuple(Within("价格", low=float(limit)) for limit in range(500))
    assert where(phones, *conditions) == {"mi14", "mate60"}


def test_threads_are_not_in_each_others_way(engine: Engine, tmp_path: Path) -> None:
    entries = [
        replace(
            entry(f"{number}", f"w{number % 7}", f"v{number % 11}"),
            terms={"品牌": (f"b{number % 3}",)},
        )
        for number in range(300)
    ]
    requests = [
        SearchRequest(
            words=(f"w{first}",), phrases=((f"w{first}", f"v{second}"),), facets=("品牌",)
        )
        for first in range(7)
        for second in range(11)
    ] * 3
    with created(engine, tmp_path / "index", entries) as searcher:
        alone = [searcher.search(request) for request in requests]
    with created(engine, tmp_path / "again", entries) as searcher, ThreadPoolExecutor(4) as pool:
        assert list(pool.map(searcher.search, requests)) == alone
