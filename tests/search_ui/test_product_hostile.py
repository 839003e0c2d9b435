"""Text that means harm, in every field: it is text, in HTML, JSON and CSV."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import TYPE_CHECKING

import pytest
from lxml import html

from tests.search_ui.hostile.asking import DATA_BLOCK
from tests.search_ui.hostile_phone import ALL, BREAKOUT, HOSTILE, MARKUP
from tests.search_ui.product_shop import SOME_PHONES, shop

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return shop(tmp_path_factory.mktemp("hostile"), (*SOME_PHONES, *HOSTILE))


@pytest.fixture(scope="module")
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="module")
def ids(client: FlaskClient) -> list[str]:
    """Of the products made of such text."""
    found = client.get("/search.json?size=100").get_json()["products"]
    return [one["id"] for one in found if "a.example" not in one["sites"] or len(one["sites"]) > 2]


def test_the_phones_are_there(ids: list[str]) -> None:
    assert "hostile:phone" in ids
    assert len(ids) >= 2


def pages(ids: list[str], kind: str = "") -> list[str]:
    both = "&".join(f"id={ident}" for ident in (ids[0], "xiaomi:14"))
    return [*(f"/p/{ident}{kind}" for ident in ids), f"/compare{kind}?{both}"]


def test_nothing_in_a_page_is_markup_of_theirs(client: FlaskClient, ids: list[str]) -> None:
    for path in (*pages(ids), f"/p/{MARKUP}", f"/compare?id={BREAKOUT}&add={MARKUP}"):
        answer = client.get(path)
        page = html.fromstring(answer.data)
        scripts = page.xpath(f"//script[not({DATA_BLOCK})]")
        assert all(script.get("src").startswith("/static/") for script in scripts), path
        assert all(map(json.loads, page.xpath(f"//script[{DATA_BLOCK}]/text()"))), path
        assert not page.xpath("//img | //iframe | //style | //*[@style]"), path
        assert not [name for name in page.xpath("//@*") if name.attrname.startswith("on")], path
        assert not [
            link
            for link in page.xpath("//@href | //@src | //@action")
            if ":" in link[:11] and not link.startswith(("http://", "https://", "/"))
        ], path
        assert not set(answer.text) & set("\0\x08\x1b\x7f\x85\ud800"), path


def test_marks_of_direction_stay_inside_their_element(client: FlaskClient, ids: list[str]) -> None:
    for path in pages(ids):
        page = html.fromstring(client.get(path).data)
        for element in page.iter():
            own = [element.text or "", *(child.tail or "" for child in element)]
            if any("\u202e" in text for text in own):
                assert element.tag == "bdi", path
        assert not [value for value in page.xpath("//@*") if "\u202e" in value], path


def test_no_page_is_endless(client: FlaskClient, ids: list[str]) -> None:
    for path in pages(ids):
        assert len(client.get(path).data) < 1_000_000


def test_json_is_json_and_nobody_takes_it_for_a_page(client: FlaskClient, ids: list[str]) -> None:
    for path in (*pages(ids, ".json"), "/search.json?size=100", f"/search.json?q={MARKUP}"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.content_type == "application/json"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        json.loads(answer.data.decode("utf-8"))
        assert not {"\\u0000", "\\u001b", "\\ud800"} & set(answer.text.split('"'))


def test_json_has_only_addresses_of_the_web(client: FlaskClient) -> None:
    product = client.get("/p/hostile:phone.json").get_json()
    assert {page["url"] for page in product["pages"]} == {None, "http://b.example/1"}
    assert product["images"] == ["http://evil.example/picture.png"]


def test_no_cell_computes_or_breaks_out(client: FlaskClient, ids: list[str]) -> None:
    for path in (*pages(ids, ".csv"), "/search.csv?size=100"):
        answer = client.get(path)
        assert answer.headers["Content-Disposition"].startswith('attachment; filename="')
        text = answer.data.decode("utf-8-sig")
        assert not set(text) & set("\0\x1b\x7f\u202e\u2066")
        head, *rows = csv.reader(StringIO(text, newline=""))
        assert {len(row) for row in rows} == {len(head)}
        assert not [cell for row in (head, *rows) for cell in row if cell[:1] in set("=+@\t＝")]


@pytest.mark.parametrize("text", ALL, ids=range(len(ALL)))
def test_a_query_of_it_is_just_a_query(client: FlaskClient, text: str) -> None:
    sent = text.encode("utf-8", "replace").decode()
    for path in ("/search.json", "/search.csv", "/opensearch-suggestions.json", "/suggest.json"):
        assert client.get(path, query_string={"q": sent}).status_code == 200
    for kind in ("", ".json", ".csv"):
        asked = {"id": [sent, "xiaomi:14"], "only": sent, "add": sent}
        assert client.get(f"/compare{kind}", query_string=asked).status_code in {200, 404}
