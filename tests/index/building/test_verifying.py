from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.building.problems import IndexUnusable
from index.building.verifying import verify_index

if TYPE_CHECKING:
    from tests.index.building.small_index import SmallIndex


def test_an_index_is_compared_with_the_ledger(small: SmallIndex) -> None:
    small.build()
    assert not verify_index(small.place, small.ledger).behind
    small.say(1, 价格="1元").say(2)
    verified = verify_index(small.place, small.ledger)
    assert verified.behind.changed == {"xiaomi:1"}
    assert verified.behind.gone == {"xiaomi:2"}
    assert verified.manifest.products == 10


def test_an_engine_that_lost_products_is_noticed(
    small: SmallIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.build()
    opened = small.open()
    monkeypatch.setattr(type(opened.searcher), "ids", lambda _: iter(("xiaomi:1",)))
    opened.close()
    with pytest.raises(IndexUnusable, match="holds other products"):
        verify_index(small.place, small.ledger)
