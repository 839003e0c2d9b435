"""Articles and posts as JSON: `/news.json`, `/discussions.json`, `/d/<id>.json`."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from flask import Blueprint, Response, jsonify, request

from index.channels.query import channel_query
from index.search.bounds import last_page
from search_ui.addresses import path_here, product_address, web_link
from search_ui.api import tagged_by_index
from search_ui.channel_cards import channel_address
from search_ui.channels import channel_finder, one_document
from search_ui.text import readable
from store.documents import ARTICLE, POST

if TYPE_CHECKING:
    from index.channels.document import ChannelDocument
    from index.channels.finder import ChannelResult, SnippetPiece
    from search_ui.api_json import Json


channel_api_views = Blueprint("channels_api", __name__)


@channel_api_views.get("/news.json")
def news_as_json() -> Response:
    return tagged_by_index(lambda: _answer(ARTICLE))


@channel_api_views.get("/discussions.json")
def discussions_as_json() -> Response:
    return tagged_by_index(lambda: _answer(POST))


@channel_api_views.get("/d/<int:number>.json")
def document_as_json(number: int) -> Response:
    document = one_document(number)
    return tagged_by_index(lambda: jsonify(document_json(document)))


def _answer(kind: str) -> Response:
    finder = channel_finder()
    answer = finder.find(channel_query(request.args.items(multi=True), kind))
    found = [
        summary_json(document, finder.snippet(readable(document.text), answer.words))
        for document in answer.documents
    ]
    return jsonify(
        total=answer.total,
        hidden=answer.hidden,
        page=answer.asked.page,
        size=answer.asked.size,
        documents=found,
        facets={
            "product": dict(answer.products),
            "site": dict(answer.sites),
            "author": dict(answer.authors),
        },
        next=_next_page(answer),
    )


def _next_page(answer: ChannelResult) -> str | None:
    asked = answer.asked
    if asked.page >= last_page(answer.total, asked.size):
        return None
    return channel_address(replace(asked, page=asked.page + 1), ".json")


def summary_json(document: ChannelDocument, snippet: list[SnippetPiece]) -> Json:
    return {
        **_head(document),
        "snippet": [{"text": text, "marked": marked} for text, marked in snippet],
    }


def document_json(document: ChannelDocument) -> Json:
    return {
        **_head(document),
        "text": readable(document.text),
        "quotes": [readable(quote) for quote in document.quotes],
    }


def _head(document: ChannelDocument) -> Json:
    """`published` is null if nobody knows; `seen` is when it was first seen then."""
    moment = datetime.fromtimestamp(document.at, UTC).isoformat(timespec="seconds")
    return {
        "id": document.id,
        "kind": document.kind,
        "title": readable(document.title),
        "site": readable(document.site),
        "source": readable(document.source),
        "author": readable(document.author),
        "published": moment if document.dated else None,
        "seen": None if document.dated else moment,
        "number": document.number,
        "worth": document.worth,
        "url": web_link(document.url) or web_link(document.page_url) or None,
        "thread": web_link(document.thread) or None,
        "products": [
            {"id": one.id, "title": readable(one.title), "page": product_address(one.id)}
            for one in document.products
        ],
        "page": path_here(f"/d/{document.id}"),
        "data": path_here(f"/d/{document.id}.json"),
    }
