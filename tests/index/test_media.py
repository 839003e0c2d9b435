from __future__ import annotations

from core.records import HEADLINE, MANUAL, MEDIA, PICTURE, VIDEO
from index.documents import ProductDocument, ProductMedia, ProductPicture
from index.documents_build import ProductDocuments
from store.pictures import StoredPicture
from store.records import CurrentRecord, CurrentRecordValue
from tests.index.phones import PHONES, record

ONE, TWO = StoredPicture("1" * 32, 320, 480), StoredPicture("2" * 32, 120, 160)


def shown(of: CurrentRecord, *values: tuple[str, str, str, float]) -> CurrentRecord:
    """The media of a record's page: (kind, name, address, confidence)."""
    said = tuple(
        CurrentRecordValue(kind, name, url, None, None, 1, 0.0, "", sure)
        for kind, name, url, sure in values
    )
    return of._replace(id=of.id + 1000, source=MEDIA, values=said)


def products(
    *records: CurrentRecord, pictures: dict[str, StoredPicture] | None = None
) -> list[ProductDocument]:
    return list(ProductDocuments(records, PHONES, pictures))


def test_a_product_has_the_picture_that_was_fetched_for_its_page() -> None:
    phone = record(1, {"手机名": "小米14"})
    media = shown(phone, (PICTURE, "og:image", "http://i.example/1.jpg", 0.85))
    (product,) = products(phone, media, pictures={"http://i.example/1.jpg": ONE})
    assert product.picture == ProductPicture(*ONE, "http://i.example/1.jpg", 0)
    assert [page.source for page in product.pages] == ["rule"]
    assert ProductDocument.from_json(product.to_json()) == product


def test_without_a_fetched_picture_it_has_none() -> None:
    phone = record(1, {"手机名": "小米14"})
    media = shown(phone, (PICTURE, "img", "http://i.example/1.jpg", 0.7))
    assert products(media, phone)[0].picture is None
    assert products(phone)[0].picture is None


def test_of_several_pages_a_large_and_certain_one_is_taken() -> None:
    small, unsure, sure = (record(number, {"手机名": "小米14"}) for number in (1, 2, 3))
    pictures = {
        "http://i.example/1.jpg": TWO,
        "http://i.example/2.jpg": ONE,
        "http://i.example/3.jpg": StoredPicture("3" * 32, 480, 480),
    }
    (product,) = products(
        *(small, unsure, sure),
        shown(small, (PICTURE, "json-ld", "http://i.example/1.jpg", 0.95)),
        shown(unsure, (PICTURE, "img", "http://i.example/2.jpg", 0.6)),
        shown(sure, (PICTURE, "og:image", "http://i.example/3.jpg", 0.85)),
        pictures=pictures,
    )
    assert product.picture
    assert (product.picture.digest, product.picture.page) == ("3" * 32, 2)


def test_what_many_products_would_have_is_no_picture() -> None:
    phones = [record(number, {"手机名": f"小米{number}"}) for number in range(1, 7)]
    urls = [f"http://i.example/{number}.jpg" for number in range(1, 7)]
    media = [
        shown(phone, (PICTURE, "img", url, 0.8)) for phone, url in zip(phones, urls, strict=True)
    ]
    fetched = dict.fromkeys(urls[:5], TWO) | {urls[5]: ONE}
    found = products(*phones, *media, pictures=fetched)
    assert [one.id for one in found if one.picture] == ["xiaomi:6"]
    few = products(*phones[:4], *media[:4], pictures=fetched)
    assert all(one.picture for one in few)


def test_videos_and_manuals_are_links_to_web_addresses() -> None:
    one, other = (record(number, {"手机名": "小米14"}) for number in (1, 2))
    (product,) = products(
        *(one, other),
        shown(
            one,
            (VIDEO, "Hands on", "http://v.example/1.mp4", 1.0),
            (MANUAL, "说明书", "javascript:alert(1)", 1.0),
        ),
        shown(other, (VIDEO, "", "http://v.example/1.mp4", 1.0)),
    )
    assert product.media == (ProductMedia(VIDEO, "http://v.example/1.mp4", "Hands on"),)


def test_a_product_without_a_name_is_called_what_its_page_is_called() -> None:
    phone = record(1, {"重量": "193g"})
    media = shown(phone, (HEADLINE, "", "小米14 详细参数", 0.8))
    (product,) = products(phone, media)
    assert product.title == "小米14 详细参数"
    assert product.media == ()
    assert products(phone)[0].title == phone.url
