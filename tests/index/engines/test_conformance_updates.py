"""After any update an index is as if it had been made anew, with every engine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from index.engines.engine import (
    PROMINENCE,
    AnyOf,
    EngineError,
    SearchRequest,
    Sort,
    TextMatch,
    Within,
)
from tests.index.engines.conformance import (
    FIELDS,
    PHONES,
    created,
    entry,
    found,
    opened,
    where,
    with_words,
)

if TYPE_CHECKING:
    from pathlib import Path

    from index.engines.engine import Engine, IndexEntry, Searcher


@pytest.fixture
def folder(engine: Engine, tmp_path: Path) -> Path:
    engine.create(tmp_path, FIELDS, PHONES)
    return tmp_path


def test_new_ones_are_added(engine: Engine, folder: Path) -> None:
    new = replace(
        entry("new", "小米", "折叠"),
        said={"卖点": ("影像",)},
        terms={"品牌": ("vivo", "xiaomi"), "颜色": ("gold",)},
        numbers={"价格": (100.0,)},
        orders={PROMINENCE: 50.0, "价格": 100.0},
    )
    engine.update(folder, FIELDS, [new], [])
    with opened(engine, folder) as searcher:
        assert len(searcher) == 5
        assert with_words(searcher, "折叠") == ["new"]
        assert set(with_words(searcher, "小米")) == {"new", "mi14", "mi-band"}
        assert where(searcher, AnyOf("品牌", ("xiaomi",))) == {"new", "mi14", "mi-band"}
        assert where(searcher, TextMatch("卖点", ("影像",))) == {"new", "mi14", "mate60"}
        assert found(searcher, SearchRequest(sort=Sort("价格", descending=False)))[0] == "new"
        counts = searcher.search(SearchRequest(facets=("品牌",))).facets["品牌"]
        assert counts == {"xiaomi": 3, "huawei": 1, "nokia": 1, "vivo": 1}


def test_one_with_a_known_id_takes_its_place(engine: Engine, folder: Path) -> None:
    changed = replace(
        entry("mi14", "降价"),
        document=b"changed",
        terms={"品牌": ("redmi",)},
        spans={"价格": (1.0, 2.0)},
    )
    engine.update(folder, FIELDS, [changed], [])
    with opened(engine, folder) as searcher:
        assert len(searcher) == 4
        assert [hit.document for hit in searcher.get(["mi14"])] == [b"changed"]
        assert with_words(searcher, "骁龙") == []
        assert with_words(searcher, "降价") == ["mi14"]
        assert found(searcher, SearchRequest(phrases=(("骁", "龙"),))) == []
        assert where(searcher, AnyOf("品牌", ("xiaomi",))) == {"mi-band"}
        assert where(searcher, Within("价格", 1.5, 1.6)) == {"mi14"}
        assert where(searcher, Within("价格", 3999.0, 3999.0)) == set()


def test_what_is_gone_is_out(engine: Engine, folder: Path) -> None:
    engine.update(folder, FIELDS, [], ["mi14", "never was", "nokia3310"])
    with opened(engine, folder) as searcher:
        assert sorted(searcher.ids()) == ["mate60", "mi-band"]
        assert searcher.get(["mi14"]) == []
        assert with_words(searcher, "小米") == ["mi-band"]
        counts = searcher.search(SearchRequest(facets=("品牌",))).facets["品牌"]
        assert counts == {"xiaomi": 1, "huawei": 1}


def test_everything_can_go_and_come_back(engine: Engine, folder: Path) -> None:
    engine.update(folder, FIELDS, [], [phone.id for phone in PHONES])
    with opened(engine, folder) as searcher:
        assert len(searcher) == 0
        assert with_words(searcher) == []
        assert where(searcher, AnyOf("品牌", ("xiaomi",))) == set()
    engine.update(folder, FIELDS, PHONES, [])
    with opened(engine, folder) as searcher:
        assert with_words(searcher, "小米") == ["mi14", "mi-band"]
        assert found(searcher, SearchRequest(phrases=(("骁", "龙"),))) == ["mi14"]


def test_nothing_to_do(engine: Engine, folder: Path) -> None:
    engine.update(folder, FIELDS, [], [])
    with opened(engine, folder) as searcher:
        assert with_words(searcher) == ["mi-band", "mi14", "mate60", "nokia3310"]


def test_what_is_refused_at_first_is_refused_later(engine: Engine, folder: Path) -> None:
    with pytest.raises(EngineError, match="two entries have the id 'a'"):
        engine.update(folder, FIELDS, [entry("a"), entry("a")], [])
    with pytest.raises(EngineError, match="only finite numbers"):
        engine.update(folder, FIELDS, [replace(entry("a"), orders={"价格": float("inf")})], [])


def test_an_open_index_stays_as_it_was_and_a_new_one_sees_the_change(
    engine: Engine, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    copied = tmp_path_factory.mktemp("copy") / "index"
    copied.mkdir()
    engine.create(copied, FIELDS, PHONES)
    with opened(engine, folder) as before:
        engine.update(copied, FIELDS, [entry("new", "小米")], ["mi14"])
        assert with_words(before, "小米") == ["mi14", "mi-band"]
    with opened(engine, copied) as after:
        assert set(with_words(after, "小米")) == {"new", "mi-band"}


def test_many_updates_leave_the_index_as_if_made_anew(engine: Engine, tmp_path: Path) -> None:
    chance = np.random.default_rng(4)
    now: dict[str, IndexEntry] = {}
    updated = tmp_path / "updated"
    updated.mkdir()
    engine.create(updated, FIELDS, [])
    for _ in range(25):
        changed = set(map(str, chance.integers(30, size=3)))
        gone = {str(chance.integers(30))} - changed
        entries = [_made_up(ident, chance) for ident in sorted(changed)]
        engine.update(updated, FIELDS, entries, sorted(gone))
        now = {key: one for key, one in now.items() if key not in gone}
        now |= {one.id: one for one in entries}
    with opened(engine, updated) as got, created(engine, tmp_path / "anew", now.values()) as made:
        assert sorted(got.ids()) == sorted(now)
        _assert_same_answers(got, made)


def _made_up(ident: str, chance: np.random.Generator) -> IndexEntry:
    tokens = tuple(map(str, chance.choice(list("甲乙丙丁"), 4)))
    price = float(chance.integers(9))
    return replace(
        entry(ident, *tokens),
        document="".join(tokens).encode(),
        name=tokens[:1],
        said={"卖点": tokens[2:]},
        terms={"品牌": tokens[:1], "颜色": tokens[1:3]},
        numbers={"价格": (price, price + 10)},
        spans={"电池": (price, price + 2)},
        orders={PROMINENCE: chance.random(), "价格": price},
    )


def _assert_same_answers(got: Searcher, made: Searcher) -> None:
    for request in (
        SearchRequest(limit=100),
        SearchRequest(words=("甲", "乙"), sort=Sort(PROMINENCE)),  # relevance may lag behind
        SearchRequest(phrases=(("甲", "乙"),)),
        SearchRequest(without=(("丙",),)),
        SearchRequest(conditions=(TextMatch("卖点", ("甲", "乙")),)),
        SearchRequest(conditions=(Within("价格", 3.0, 5.0), AnyOf("颜色", ("乙",)))),
        SearchRequest(conditions=(Within("电池", 7.0),), sort=Sort(PROMINENCE)),
    ):
        asked = replace(request, facets=("品牌", "颜色"))
        assert got.search(asked) == made.search(asked)
