from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.topic import shipped_topic
from index.analysis import analyzer_for
from index.build import verify_index
from index.channels.build import channel_entry
from index.channels.document import ChannelDocument, MentionedProduct
from index.channels.finder import ChannelFinder
from index.channels.query import ChannelQuery
from index.engines.engine import SearchRequest
from index.generations import IndexUnusable
from store.documents import ARTICLE, POST
from tests.index.channels.conftest import article, day
from tests.index.small_index import SmallIndex

if TYPE_CHECKING:
    from pathlib import Path


def _documents(index: SmallIndex) -> dict[str, ChannelDocument]:
    opened = index.open()
    hits = opened.channels.search(SearchRequest(limit=100)).hits
    opened.close()
    documents = (ChannelDocument.from_json(hit.document) for hit in hits)
    return {document.text: document for document in documents}


def test_every_document_with_the_products_it_speaks_of(talked: SmallIndex) -> None:
    documents = _documents(talked)
    assert len(documents) == 6
    both = documents["The Xiaomi 2 lasts longer than 小米1."]
    assert both.products == (
        MentionedProduct("xiaomi:2", "小米 2"),
        MentionedProduct("xiaomi:1", "小米 1"),
    )
    assert (both.kind, both.site, both.author) == (ARTICLE, "news.example", "Bob")
    undated = documents["屏幕 <b>很暗</b>"]
    assert (undated.at, undated.dated, undated.products) == (day(2025, 6, 1), False, ())


def test_without_a_change_nothing_is_built(talked: SmallIndex) -> None:
    assert talked.build().how == "unchanged"
    assert not verify_index(talked.place, talked.ledger).documents_behind


def test_what_changed_is_brought_up_to_date(talked: SmallIndex) -> None:
    talked.tell("http://news.example/1", article("小米1评测", "改写了，小米3更好", day(2026, 1, 5)))
    talked.tell("http://news.example/2")
    behind = verify_index(talked.place, talked.ledger).documents_behind
    assert (len(behind.changed), len(behind.gone)) == (1, 1)
    built = talked.build()
    assert built.how == "updated"
    assert (built.documents, not built.changes) == (5, True)
    documents = _documents(talked)
    assert [one.id for one in documents["改写了，小米3更好"].products] == ["xiaomi:1", "xiaomi:3"]
    assert "The Xiaomi 2 lasts longer than 小米1." not in documents
    assert not verify_index(talked.place, talked.ledger).documents_behind


def test_a_new_product_is_found_in_old_documents(talked: SmallIndex) -> None:
    talked.tell("http://news.example/9", article("", "小米9来了"))
    talked.build()
    assert _documents(talked)["小米9来了"].products == ()
    built = talked.say(9, 价格="900元").build()
    assert (built.how, len(built.document_changes.changed)) == ("updated", 1)
    assert [one.id for one in _documents(talked)["小米9来了"].products] == ["xiaomi:9"]


def test_a_damaged_index_of_documents_is_not_opened(talked: SmallIndex) -> None:
    generation = talked.place.root / (talked.place.current() or "")
    file = max((generation / "channels").rglob("*"), key=lambda path: path.stat().st_size)
    file.write_bytes(file.read_bytes()[::-1])
    with pytest.raises(IndexUnusable, match="damaged"):
        talked.open()
    assert talked.build().how == "whole"
    assert len(_documents(talked)) == 6


def test_a_topic_without_channels_has_an_empty_index_of_them(tmp_path: Path) -> None:
    index = SmallIndex(tmp_path).say(1, 价格="100元")
    assert index.build().documents == 0
    opened = index.open()
    finder = ChannelFinder.over(opened)
    assert finder.counts("小米") == (0, 0)
    assert finder.find(ChannelQuery(POST, "小米")).total == 0
    opened.close()
    index.close()


def test_long_texts_are_found_to_their_end(talked: SmallIndex) -> None:
    text = "屏幕" * 30_000 + "\n" + "长焦" * 3_000 + "尾声"
    talked.tell("http://news.example/long", article("", text))
    talked.build()
    opened = talked.open()
    found = ChannelFinder.over(opened).find(ChannelQuery(ARTICLE, "尾声"))
    assert found.total == 1
    opened.close()


def test_the_entry_of_a_post_is_found_by_its_own_words_only() -> None:
    document = ChannelDocument(
        *(1, POST, "a.example", "a board", "标题", "", 5.0, True, "正文", ("引文",), "", "", ""),
        *(None, 0.2, ()),
    )
    entry = channel_entry(document, analyzer_for(shipped_topic("phones")))
    assert "标题" in entry.name
    assert "正文" in entry.body
    assert "引文" not in entry.body
    assert entry.terms["worth"] == ("low",)
    assert "author" not in entry.terms
