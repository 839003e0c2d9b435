from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from samples.catalogue import phones
from samples.drawings import bomb, draw, picture_bytes
from samples.pocket_web import PocketWeb

WEB = PocketWeb()


@pytest.mark.parametrize("kind", ["jpeg", "png", "gif", "webp"])
def test_a_picture_is_small_and_always_the_same(kind: str) -> None:
    phone = phones()[40]
    body = picture_bytes(phone, kind)
    assert body == picture_bytes(dict(phone), kind)
    assert len(body) < 40_000
    with Image.open(BytesIO(body)) as image:
        assert (image.format, image.size) == (kind.upper(), (320, 480))


def test_different_phones_look_different() -> None:
    some = phones()[::9]
    assert len({draw(phone).tobytes() for phone in some}) == len(some)


def test_forms_can_be_told_apart() -> None:
    by_form = {phone["手机外形"]: phone for phone in phones()}
    heights = {form: draw(phone).getbbox() for form, phone in by_form.items()}
    assert {"直板", "翻盖", "滑盖"} <= heights.keys()
    assert len(set(heights.values())) == len(heights)


def test_a_bomb_is_small() -> None:
    assert len(bomb()) < 1_000


def test_sites_send_their_pictures_from_where_their_pages_say() -> None:
    for site in WEB.sites.values():
        answers = [WEB.fetch(site.picture_url(phone)) for phone in site.products[:4]]
        assert any(answer.content_type == f"image/{site.picture_kind}" for answer in answers)
        name = site.picture_path(site.products[0])
        page = site.product(site.products[0]).body.decode(site.codec)
        assert name.removeprefix("/") in page


def test_some_sites_make_mistakes() -> None:
    lost = WEB.sites["m.tongxun.example"]
    assert {WEB.fetch(lost.picture_url(phone)).status for phone in lost.products} == {200, 404}
    hostile = WEB.sites["item.shangcheng.example"]
    sent = {WEB.fetch(hostile.picture_url(phone)).content_type for phone in hostile.products}
    assert sent == {"image/jpeg", "image/png", "text/html"}


def test_a_host_of_pictures_has_nothing_else() -> None:
    assert WEB.fetch("http://img.zoltu.example/robots.txt").status == 404
    assert WEB.fetch("http://img.zoltu.example/").status == 404
