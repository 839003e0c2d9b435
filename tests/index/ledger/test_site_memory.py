from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.site_memory import load_site_memories, load_site_memory, save_site_memory

if TYPE_CHECKING:
    from sqlalchemy import Connection


def test_what_was_learned_last_is_remembered(conn: Connection) -> None:
    save_site_memory(conn, "phones", "a.example", '{"词": 1}', 1.0)
    save_site_memory(conn, "phones", "a.example", '{"词": 2}', 2.0)
    assert load_site_memory(conn, "phones", "a.example") == '{"词": 2}'


def test_sites_and_topics_are_apart(conn: Connection) -> None:
    save_site_memory(conn, "phones", "a.example", "a", 1.0)
    save_site_memory(conn, "phones", "b.example", "b", 1.0)
    save_site_memory(conn, "laptops", "a.example", "c", 1.0)
    assert load_site_memories(conn, "phones") == {"a.example": "a", "b.example": "b"}
    assert load_site_memory(conn, "laptops", "b.example") is None
