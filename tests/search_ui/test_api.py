"""The same addresses for programs: JSON as described, CSV as spreadsheets take it."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from lxml import etree, html
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import validate

from core.topic import Topic
from search_ui.api import example_queries_for_api
from search_ui.api_csv import PRODUCT_HEAD
from tests.search_ui.product_shop import PHONES, shop
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from flask.testing import FlaskClient


BOTH = "id=xiaomi:14&id=xiaomi:14pro"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return shop(tmp_path_factory.mktemp("shop")).test_client()


@pytest.fixture(scope="module")
def description(client: FlaskClient) -> Any:
    return client.get("/openapi.json").get_json()


def rows(client: FlaskClient, path: str) -> list[dict[str, str]]:
    answer = client.get(path)
    assert answer.content_type == "text/csv; charset=utf-8; header=present"
    text = answer.data.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline="")))


def test_the_description_is_openapi(description: Any) -> None:
    validate(description)
    names = [one.get("name") for one in description["paths"]["/search.json"]["get"]["parameters"]]
    assert {"is.品牌", "min.电池容量", "max.电池容量"} <= set(names)
    assert {"$ref": "#/components/parameters/facet"} in (
        description["paths"]["/search.csv"]["get"]["parameters"]
    )


@pytest.mark.parametrize(
    ("path", "described", "status"),
    [
        ("/search.json", "/search.json", 200),
        ("/search.json?q=小米 5000mAh以下 3000元以上&size=1", "/search.json", 200),
        ("/search.json?q=永远没有的东西 小米 5000mAh以上", "/search.json", 200),
        ("/search.json?min.上市时间=2023&is.品牌=xiaomi&sort=-电池容量", "/search.json", 200),
        ("/search.json?facet=电池容量&facet=x", "/search.json", 200),
        ("/p/xiaomi:14.json", "/p/{id}.json", 200),
        ("/p/huawei:p60.json", "/p/{id}.json", 200),
        ("/p/huawei:p61.json", "/p/{id}.json", 404),
        (f"/compare.json?{BOTH}", "/compare.json", 200),
        ("/compare.json?id=xiaomi:14", "/compare.json", 400),
        ("/compare.json?id=xiaomi:14&id=x", "/compare.json", 404),
        ("/compare.csv", "/compare.csv", 400),
        ("/suggest.json?q=xiaomi", "/suggest.json", 200),
    ],
)
def test_answers_are_as_described(
    client: FlaskClient, description: Any, path: str, described: str, status: int
) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    told = description["paths"][described]["get"]["responses"][str(status)]
    if "$ref" in told:
        told = description["components"]["responses"][told["$ref"].rpartition("/")[2]]
    schema = told["content"]["application/json"]["schema"]
    whole = {**schema, "components": description["components"]}
    OAS31Validator(whole).validate(answer.get_json())


def test_numbers_are_typed_beside_the_text(client: FlaskClient) -> None:
    product = client.get("/p/xiaomi:14.json").get_json()
    (battery,) = [one for one in product["attributes"] if one["name"] == "电池容量"]
    assert (battery["label"], battery["unit"]) == ("Battery", "mAh")
    (value,) = battery["values"]
    quantity = {"kind": "quantity", "low": 4610, "high": 4610, "unit": "mAh"}
    assert value["typed"] == [quantity | {"approximate": False, "open": ""}]
    assert sorted(one["raw"] for one in value["said_by"]) == ["4610 毫安时", "4610mAh"]
    assert [one["raw"] for one in product["history"]] == ["3999元", "3799元"]
    assert product["pages"][product["history"][0]["page"]]["url"] == "http://a.example/mi14"


def test_page_by_page_to_the_last(client: FlaskClient) -> None:
    seen, address = [], "/search.json?size=2"
    while address:
        page = client.get(address).get_json()
        seen += [product["id"] for product in page["products"]]
        address = page["next"]
    assert len(seen) == len(set(seen)) == page["total"] == 5


def test_a_search_as_a_table_says_where_it_goes_on(client: FlaskClient) -> None:
    answer = client.get("/search.csv?size=2&sort=-电池容量")
    assert answer.headers["Link"] == (
        f'</search.csv?sort=-{quote("电池容量")}&page=2&size=2>; rel="next"'
    )
    assert answer.headers["Content-Disposition"] == 'attachment; filename="phones-1.csv"'
    first, second = rows(client, "/search.csv?size=2&sort=-电池容量")
    assert (first["id"], first["电池容量"], first["电池容量 [mAh]"]) == (
        *("xiaomi:14pro", "4880mAh", "4880"),
    )
    assert second["id"] == "huawei:p60"
    assert "Link" not in client.get("/search.csv").headers


def test_tables_and_lines_have_all_products_however_many(client: FlaskClient) -> None:
    everything = client.get("/search.json?size=100&sort=-电池容量").get_json()["products"]
    assert [row["id"] for row in rows(client, "/search.csv?sort=-电池容量")] == [
        product["id"] for product in everything
    ]
    answer = client.get("/search.jsonl?sort=-电池容量")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="phones.jsonl"'
    assert [json.loads(line) for line in answer.text.splitlines()] == everything


def test_the_page_offers_all_results_not_the_page_on_show(client: FlaskClient) -> None:
    page = html.fromstring(client.get("/search?sort=-电池容量&size=2&page=2").text)
    assert page.xpath("//p[contains(@class, 'exports')]/a/@href") == [
        f"/search{kind}?sort=-{quote('电池容量')}" for kind in (".jsonl", ".csv")
    ]


def test_every_search_has_the_same_columns(client: FlaskClient) -> None:
    all_of_them, some = (
        client.get(f"/search.csv?q={q}").text.split("\r\n")[0] for q in ("", "n95")
    )
    assert all_of_them == some
    assert all(attribute.name in some for attribute in PHONES.attributes)


def test_a_product_as_a_table(client: FlaskClient) -> None:
    weights = [row for row in rows(client, "/p/xiaomi:14.csv") if row["attribute"] == "重量"]
    told = [(row["raw"], row["number"], row["unit"], row["shown"], row["site"]) for row in weights]
    assert told == [
        ("193g", "193", "g", "yes", "a.example"),
        ("188克", "188", "g", "no", "b.example"),
    ]
    assert {row["conflict"] for row in weights} == {"yes"}


def test_a_comparison_as_a_table(client: FlaskClient) -> None:
    table = {row["attribute"]: row for row in rows(client, f"/compare.csv?{BOTH}")}
    assert table["重量"] == {
        "attribute": "重量",
        "label": "Weight",
        "group": "外观",
        "differs": "no",
        "xiaomi:14": "193g",
        "xiaomi:14pro": "0.193kg",
    }
    assert table["title"]["xiaomi:14"] == "小米 14"


@pytest.mark.parametrize("path", ["/search.json?q=5G", "/search.csv", f"/compare.json?{BOTH}"])
def test_as_long_as_the_index_stays_nothing_is_sent_again(client: FlaskClient, path: str) -> None:
    tag = client.get(path).headers["ETag"]
    again = client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(path, headers={"If-None-Match": 'W/"other"'}).status_code == 200


def test_other_sites_cannot_read_it_in_a_visitors_browser(client: FlaskClient) -> None:
    answer = client.get("/search.json", headers={"Origin": "http://evil.example"})
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_the_browsers_own_search_box(client: FlaskClient) -> None:
    answer = client.get("/opensearch.xml", headers={"Host": 'a"<b>.example'})
    assert answer.content_type.startswith("application/opensearchdescription+xml")
    described = etree.fromstring(answer.data)
    templates = [url.get("template") for url in described.iter("{*}Url")]
    assert templates[0].endswith("/search?q={searchTerms}")
    typed, completions = client.get("/opensearch-suggestions.json?q=mate").get_json()
    assert typed == "mate"
    assert any("Mate60" in text for text in completions)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_page_tells_people_about_it(client: FlaskClient, language: str) -> None:
    page = client.get("/interface", headers={"Accept-Language": language})
    assert page.status_code == 200
    for address in ("/search.json", "/p/&lt;id&gt;.csv", "/openapi.json", "min."):
        assert address in page.text


def test_its_examples_are_those_of_the_topic_or_its_title() -> None:
    words = {"name": "screens", "title": {"de": "Bildschirme"}, "examples": {"de": ["OLED 240 Hz"]}}
    size = {"name": "Diagonale", "group": "Bild"}
    topic = Topic.model_validate({**words, "attributes": [size]})
    shown = [example_queries_for_api(topic, language)[0].shown for language in ("de", "en")]
    assert shown == ["/search.json?q=OLED 240 Hz", "/search.json?q=Bildschirme"]


# Every address and column of the data interface is documented.


ROOT = next(path for path in Path(__file__).parents if (path / "pyproject.toml").exists())
PAGE = (ROOT / "docs" / "web-interface.md").read_text("utf-8")
OURS = {"product", "compare", "api"}
OF_NO_INTEREST = {"/favicon.ico"}


def test_every_address(tmp_path: Path) -> None:
    rules = {
        re.sub(r"<path:ident>", "<id>", rule.rule)
        for rule in site_on(tmp_path).url_map.iter_rules()
        if rule.endpoint.partition(".")[0] in OURS
    }
    assert len(rules) > 8
    missing = [rule for rule in rules - OF_NO_INTEREST if f"`{rule}`" not in PAGE]
    assert missing == []


def test_every_column() -> None:
    assert [name for name in PRODUCT_HEAD if f"`{name}`" not in PAGE] == []
