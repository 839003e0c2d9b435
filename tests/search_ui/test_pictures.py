"""Pictures of products: served from the store, shown on cards, products and comparisons."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from lxml import html
from PIL import Image

from core.records import MANUAL, PICTURE, VIDEO, ReadValue
from index.documents import ProductPicture
from search_ui.pictures import picture_tag, thumbnail_size
from tests.search_ui.product_shop import Read, shop

if TYPE_CHECKING:
    from flask.testing import FlaskClient

AT = "http://img.a.example/14.jpg"
ENGLISH = {"Accept-Language": "en"}


def picture() -> bytes:
    written = BytesIO()
    Image.linear_gradient("L").resize((600, 800)).save(written, "JPEG")
    return written.getvalue()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    media = (
        ReadValue(PICTURE, "og:image", AT, "", 0.85),
        ReadValue(VIDEO, "上手 <b>视频</b>", "http://v.example/1.mp4"),
        ReadValue(MANUAL, "", "http://a.example/14.pdf"),
        ReadValue(MANUAL, "no link", "javascript:alert(1)"),
    )
    phones = [
        Read("http://a.example/14", {"手机名": "小米 14"}, media=media),
        Read("http://a.example/n95", {"手机名": "诺基亚 N95"}),
    ]
    return shop(tmp_path_factory.mktemp("shop"), phones, {AT: picture()}).test_client()


def asked(client: FlaskClient, address: str) -> html.HtmlElement:
    return html.fromstring(client.get(address, headers=ENGLISH).text)


def test_json_tells_where_the_thumbnails_are_and_where_they_came_from(client: FlaskClient) -> None:
    products = {one["id"]: one for one in client.get("/search.json").get_json()["products"]}
    found = products["xiaomi:14"]["picture"]
    assert (found["width"], found["height"]) == (360, 480)
    assert (found["original"], found["shown_on"]) == (AT, "http://a.example/14")
    assert products["nokia:n95"]["picture"] is None
    for size, most in (("large", 480), ("small", 160)):
        with Image.open(BytesIO(client.get(found[size]).data)) as thumbnail:
            assert (thumbnail.format, max(thumbnail.size)) == ("WEBP", most)


def test_a_thumbnail_may_be_kept_for_ever(client: FlaskClient) -> None:
    address = client.get("/p/xiaomi:14.json").get_json()["picture"]["small"]
    answer = client.get(address)
    assert answer.content_type == "image/webp"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Vary" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    "name",
    [
        f"{'0' * 32}-160.webp",
        f"{'0' * 32}-9999.webp",
        f"{'0' * 32}-160.svg",
        "..%2f..%2fledger.sqlite",
        "../ledger.sqlite",
        f"{'A' * 32}-160.webp",
        f"{'0' * 31}-160.webp",
        "-160.webp",
        f"{'0' * 32}-160.webp%00",
        f"{'0' * 32}-160.webp%0a",
    ],
)
def test_other_names_lead_nowhere(client: FlaskClient, name: str) -> None:
    assert client.get(f"/pictures/{name}").status_code == 404


def test_cards_show_the_picture_or_a_neutral_surface(client: FlaskClient) -> None:
    cards = asked(client, "/search").xpath("//li[contains(@class,'hit')]")
    shown = {card.xpath("string(.//h2)"): card for card in cards}
    (image,) = shown["小米 14"].xpath(".//img[@class='thumb']")
    assert image.get("src").endswith("-160.webp")
    assert (image.get("width"), image.get("height")) == ("120", "160")
    assert (image.get("loading"), image.get("alt")) == ("lazy", "Picture of 小米 14")
    (none,) = shown["诺基亚 N95"].xpath(".//*[contains(@class,'no-picture')]")
    assert none.get("aria-hidden") == "true"


def test_the_page_of_a_product_tells_who_shows_the_picture(client: FlaskClient) -> None:
    page = asked(client, "/p/xiaomi:14")
    (figure,) = page.xpath("//figure")
    assert figure.xpath("./img/@src")[0].endswith("-480.webp")
    assert figure.xpath(".//a/@href") == ["http://a.example/14"]
    (named,) = page.xpath("//meta[@property='og:image']/@content")
    assert named.endswith("-480.webp")
    assert not asked(client, "/p/nokia:n95").xpath("//figure")


def test_videos_and_manuals_are_links(client: FlaskClient) -> None:
    page = asked(client, "/p/xiaomi:14")
    links = {
        link.get("href"): link for link in page.xpath("//section[@aria-labelledby='pages']//a")
    }
    assert links["http://v.example/1.mp4"].text_content() == "上手 <b>视频</b>"
    assert links["http://a.example/14.pdf"].text_content() == "http://a.example/14.pdf"
    assert "noreferrer" in links["http://a.example/14.pdf"].get("rel")
    assert not any(href.startswith("javascript") for href in links)
    told = client.get("/p/xiaomi:14.json").get_json()["media"]
    assert [one["kind"] for one in told] == ["video", "manual"]


def test_comparisons_show_pictures(client: FlaskClient) -> None:
    page = asked(client, "/compare?id=xiaomi:14&id=nokia:n95")
    assert len(page.xpath("//thead//img[@class='thumb']")) == 1
    assert len(page.xpath("//thead//*[contains(@class,'no-picture')]")) == 1


def test_no_name_leaves_the_text_of_a_picture() -> None:
    shown = ProductPicture("a" * 32, 480, 320, AT, 0)
    (image,) = html.fragments_fromstring(picture_tag(shown, '"><script>x</script>', "en"))
    assert image.get("alt") == 'Picture of "><script>x</script>'
    assert thumbnail_size(shown, 160) == (160, 107)
    assert thumbnail_size(ProductPicture("a" * 32, 90, 60, AT, 0), 160) == (90, 60)
