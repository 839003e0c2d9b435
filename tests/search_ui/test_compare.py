"""The compare page by its address alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lxml import html

from index.documents import ProductDocument, ShownAttribute, ShownValue
from search_ui.compare import compared_attributes, comparison_table
from tests.search_ui.product_shop import PHONES, shop

if TYPE_CHECKING:
    from flask.testing import FlaskClient


BOTH = "/compare?id=xiaomi:14&id=xiaomi:14pro"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return shop(tmp_path_factory.mktemp("shop")).test_client()


def table(client: FlaskClient, path: str) -> dict[str, list[str]]:
    """Attribute → its cells."""
    page = html.fromstring(client.get(path).text)
    rows = page.xpath("//table[contains(@class,'comparison')]/tbody/tr[th[@scope='row']]")
    return {
        row.xpath("string(th/bdi)"): [
            " ".join(cell.text_content().split()) for cell in row.xpath("td")
        ]
        for row in rows
    }


def differing(client: FlaskClient, path: str) -> list[str]:
    page = html.fromstring(client.get(path).text)
    return [str(name) for name in page.xpath("//tr[contains(@class,'differs')]/th/bdi/text()")]


def test_products_beside_each_other(client: FlaskClient) -> None:
    rows = table(client, BOTH)
    assert rows["电池容量"] == ["4610mAh", "4880mAh ★最佳"]
    assert rows["NFC"] == ["支持", "–未知"]
    assert "来源不一致" in rows["重量"][0]
    page = html.fromstring(client.get(BOTH).text)
    assert [head.get("scope") for head in page.xpath("//thead//th")] == ["col"] * 3


def test_what_differs_is_marked_in_words(client: FlaskClient) -> None:
    assert differing(client, BOTH) == ["手机名", "参考价格", "电池容量"]
    page = html.fromstring(client.get(BOTH).text)
    marked = page.xpath("//tr[th/bdi='电池容量']/th//span[@class='hidden']/text()")
    assert marked == ["不同"]


@pytest.mark.parametrize(
    ("name", "values", "best"),
    [
        ("电池容量", ("4610mAh", "4880mAh"), [False, True]),
        ("重量", ("193g", "0.18kg"), [False, True]),
        ("参考价格", ("2999元", "2999元"), [False, False]),
        ("参考价格", ("2999元", "¥2,999", "3999元"), [True, True, False]),
        ("电池容量", ("5000mAh", "很大"), [False, False]),
        ("主屏尺寸", ("6.1英寸", "6.7英寸"), [False, False]),
    ],
)
def test_the_best_value_is_marked_where_better_has_a_direction(
    name: str, values: tuple[str, ...], best: list[bool]
) -> None:
    rows = compared_attributes([product(**{name: value}) for value in values], PHONES)
    ((row,),) = [group.rows for group in comparison_table(rows, PHONES, "zh")]
    assert [cell.best for cell in row.cells if cell] == best


def test_only_the_differences(client: FlaskClient) -> None:
    assert list(table(client, f"{BOTH}&only=differences")) == ["手机名", "参考价格", "电池容量"]
    assert len(table(client, f"{BOTH}&only=nonsense")) == len(table(client, BOTH))


def test_a_product_can_be_taken_out(client: FlaskClient) -> None:
    page = html.fromstring(client.get(f"{BOTH}&only=differences").text)
    removed = [link.get("href") for link in page.xpath("//thead//a[@class='remove']")]
    assert removed == [
        "/compare?id=xiaomi%3A14pro&only=differences",
        "/compare?id=xiaomi%3A14&only=differences",
    ]


def test_a_search_for_two_products_leads_here(client: FlaskClient) -> None:
    answer = client.get("/search?q=小米14 vs 小米14 pro")
    assert answer.status_code == 302
    assert answer.location == "/compare?id=xiaomi%3A14&id=xiaomi%3A14pro"
    told = client.get("/search.json?q=小米14 vs 小米14 pro").get_json()
    assert told["compare"] == ["xiaomi:14", "xiaomi:14pro"]


def test_one_can_be_found_and_added_without_scripts(client: FlaskClient) -> None:
    page = html.fromstring(client.get(f"{BOTH}&add=华为").text)
    offers = [link.get("href") for link in page.xpath("//*[@class='offers']//a")]
    assert sorted(offers) == [
        "/compare?id=xiaomi%3A14&id=xiaomi%3A14pro&id=huawei%3Amate60",
        "/compare?id=xiaomi%3A14&id=xiaomi%3A14pro&id=huawei%3Ap60",
    ]
    kept = [field.get("value") for field in page.xpath("//form[@class='add']/input[@name='id']")]
    assert kept == ["xiaomi:14", "xiaomi:14pro"]
    assert "没有找到" in client.get(f"{BOTH}&add=永远没有的东西").text


@pytest.mark.parametrize("path", ["/compare", "/compare?id=", "/compare?id=xiaomi:14&id=xiaomi:14"])
def test_fewer_than_two_are_told_to_be_too_few(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "2 到 4 个产品" in answer.text
    assert "<table" not in answer.text


def test_of_more_than_four_the_first_are_compared(client: FlaskClient) -> None:
    ids = ["xiaomi:14", "xiaomi:14pro", "huawei:mate60", "huawei:p60", "nokia:n95"]
    path = "/compare?" + "&".join(f"id={ident}" for ident in ids)
    assert len(table(client, path)["手机名"]) == 4
    assert "另外 1 个未显示" in client.get(path).text


def test_an_unknown_id_is_told(client: FlaskClient) -> None:
    answer = client.get(f"{BOTH}&id=<script>alert(1)</script>")
    assert "&lt;script&gt;" in answer.text
    assert "<script>alert" not in answer.text
    assert table(client, f"{BOTH}&id=x")["电池容量"] == ["4610mAh", "4880mAh ★最佳"]


def test_any_parameters_are_answered(client: FlaskClient) -> None:
    many = "&".join(f"id=%00{number}%ff" for number in range(500))
    for query in (
        many,
        "id=" + "x" * 20_000,
        "add=%00%ed%a0%80&id=%2e%2e/",
        f"add={'手机' * 5000}",
    ):
        assert client.get(f"/compare?{query}").status_code == 200


def test_what_has_not_changed_is_not_sent_again(client: FlaskClient) -> None:
    tag = client.get(BOTH).headers["ETag"]
    assert client.get(BOTH, headers={"If-None-Match": tag}).status_code == 304


# What differs is told by meaning, not by writing.


def product(**values: str | tuple[str, ...]) -> ProductDocument:
    attributes = tuple(
        ShownAttribute(
            name,
            known=True,
            conflict=False,
            values=tuple(
                ShownValue(raw, "", ()) for raw in ((said,) if isinstance(said, str) else said)
            ),
        )
        for name, said in values.items()
    )
    return ProductDocument("x:y", "X Y", "x", (), attributes)


@pytest.mark.parametrize(
    ("name", "one", "other", "differs"),
    [
        ("重量", "193g", "0.193千克", False),
        ("重量", "193g", "193.5g", True),
        ("电池容量", "约5000mAh（典型值）", "5000 毫安时", False),
        ("主屏分辨率", "2340x1080像素", "1080×2340", False),
        ("NFC", "支持NFC", "支持", False),
        ("NFC", "支持", "不支持", True),
        ("操作系统", "Android 14", "ＡＮＤＲＯＩＤ　14", False),
        ("操作系统", "Android 14", "Android 13", True),
        ("参考价格", "3999元", "￥3,999", False),
        ("参考价格", "3999元", "$3999", True),
        ("电子字典", "牛津", "朗文", True),
    ],
)
def test_two_values(name: str, one: str, other: str, *, differs: bool) -> None:
    (row,) = compared_attributes([product(**{name: one}), product(**{name: other})], PHONES)
    assert row.differs is differs


def test_what_is_not_known_is_no_difference() -> None:
    (row,) = compared_attributes([product(重量="193g"), product(), product(重量="193克")], PHONES)
    assert row.differs is False
    assert row.said[1] is None


def test_one_of_four_is_enough() -> None:
    (row,) = compared_attributes(
        [product(重量=f"{grams}g") for grams in (193, 193, 193, 200)], PHONES
    )
    assert row.differs


def test_variants_in_another_order_are_the_same() -> None:
    two = [product(运行内存=("8GB", "12GB")), product(运行内存=("12GB", "8GB"))]
    assert [row.differs for row in compared_attributes(two, PHONES)] == [False]


def test_the_topics_order_then_the_others_as_they_come() -> None:
    rows = compared_attributes([product(乙="1", 重量="1g"), product(甲="2", 手机名="X")], PHONES)
    assert [row.name for row in rows] == ["手机名", "重量", "乙", "甲"]
