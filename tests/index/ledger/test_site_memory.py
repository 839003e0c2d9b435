from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.site_memory import load, load_all, save

if TYPE_CHECKING:
    from sqlalchemy import Connection


def test_what_was_learned_last_is_remembered(conn: Connection) -> None:
    save(conn, "phones", "a.example", '{"词": 1}', 1.0)
    save(conn, "phones", "a.example", '{"词": 2}', 2.0)
    assert load(conn, "phones", "a.example") == '{"词": 2}'


def test_sites_and_topics_are_apart(conn: Connection) -> None:
    save(conn, "phones", "a.example", "a", 1.0)
    save(conn, "phones", "b.example", "b", 1.0)
    save(conn, "laptops", "a.example", "c", 1.0)
    assert load_all(conn, "phones") == {"a.example": "a", "b.example": "b"}
    assert load(conn, "laptops", "b.example") is None
