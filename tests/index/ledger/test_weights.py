from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.weights import KnownWeights, all_weights, current_weights, save_weights
from tests.index.ledger.small_crawl import NOW, TOPIC

if TYPE_CHECKING:
    from sqlalchemy import Connection


def test_versions_count_up_and_stay(conn: Connection) -> None:
    assert current_weights(conn, TOPIC) is None
    assert [save_weights(conn, TOPIC, many, "{}", NOW) for many in (50, 80)] == [1, 2]
    assert save_weights(conn, "watches", 7, "{}", NOW) == 1
    assert current_weights(conn, TOPIC) == KnownWeights(TOPIC, 2, NOW, 80, "{}")
    assert [learned.decisions for learned in all_weights(conn, TOPIC)] == [50, 80]
