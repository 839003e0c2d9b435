from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from store.thumbnails import SIZES, BadPicture, make_thumbnails

if TYPE_CHECKING:
    from collections.abc import Callable


def picture(width: int = 640, height: int = 900, mode: str = "RGB") -> Image.Image:
    """Light above, dark below."""
    return Image.linear_gradient("L").resize((width, height)).convert(mode)


def as_bytes(image: Image.Image, kind: str, **options: Any) -> bytes:
    written = BytesIO()
    image.save(written, kind, **options)
    return written.getvalue()


def thumbnail(body: bytes, size: int = max(SIZES)) -> Image.Image:
    return Image.open(BytesIO(make_thumbnails(body).files[size]))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
def test_a_picture_becomes_two_small_webp_files(kind: str) -> None:
    made = make_thumbnails(as_bytes(picture(), kind))
    sizes = {size: Image.open(BytesIO(body)) for size, body in made.files.items()}
    assert {size: image.size for size, image in sizes.items()} == {480: (341, 480), 160: (114, 160)}
    assert {image.format for image in sizes.values()} == {"WEBP"}
    assert (made.width, made.height) == (341, 480)


def test_a_small_picture_is_not_enlarged() -> None:
    made = make_thumbnails(as_bytes(picture(90, 120), "PNG"))
    assert (made.width, made.height) == (90, 120)


def test_the_same_picture_has_the_same_digest() -> None:
    first, second = (make_thumbnails(as_bytes(picture(), kind)) for kind in ("PNG", "GIF"))
    assert first.digest == second.digest
    assert make_thumbnails(as_bytes(picture().rotate(180), "PNG")).digest != first.digest


def test_transparency_is_kept() -> None:
    image = picture(200, 200, "RGBA")
    image.putalpha(Image.linear_gradient("L").resize((200, 200)))
    assert thumbnail(as_bytes(image, "PNG")).getchannel("A").getextrema() == (0, 255)
    paper = picture(200, 200, "P")
    assert thumbnail(as_bytes(paper, "PNG", transparency=0)).mode == "RGBA"


def test_a_turned_picture_stands_upright_and_keeps_no_metadata() -> None:
    told = Image.Exif()
    told[0x0112], told[0x0110] = 6, "somebody's camera"  # orientation, model
    body = as_bytes(picture(900, 640), "JPEG", exif=told, icc_profile=b"a profile", comment=b"hi")
    shown = thumbnail(body)
    assert shown.size == (341, 480)
    assert not dict(shown.getexif())
    written = make_thumbnails(body).files[480]
    assert not any(word in written for word in (b"camera", b"profile", b"EXIF", b"ICCP", b"XMP"))


def test_colours_for_print_are_shown_on_screens() -> None:
    assert thumbnail(as_bytes(picture(mode="CMYK"), "JPEG")).mode == "RGB"


def test_of_an_animation_the_first_frame_is_taken() -> None:
    frames = [picture(64, 64).rotate(angle) for angle in (90, 180, 270)]
    moving = as_bytes(picture(64, 64), "GIF", save_all=True, append_images=frames)
    assert (
        make_thumbnails(moving).digest == make_thumbnails(as_bytes(picture(64, 64), "GIF")).digest
    )


# Hostile pictures.


def test_a_gif_of_thousands_of_frames_costs_as_much_as_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = as_bytes(picture(64, 64), "GIF")
    frame = one[one.index(b"\x2c", 13 + 3 * 256) : -1]
    many = one[:-1] + 5_000 * frame + b";"
    assert make_thumbnails(many).digest == make_thumbnails(one).digest
    sought: list[int] = []
    monkeypatch.setattr("PIL.GifImagePlugin.GifImageFile.seek", lambda _, at: sought.append(at))
    make_thumbnails(many)
    assert not sought


def png(width: int, height: int, depth: int = 8, data: bytes = b"") -> bytes:
    """A PNG of any size whose pixels are `data`, before compression."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    head = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(data, 9)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize(
    "body",
    [
        png(30_000, 30_000, 1, bytes(1_000_000)),
        png(8_000, 8_000, 1, bytes(8_001 * 1_000)),
        png(2**31 - 1, 2**31 - 1),
        b"GIF89a" + struct.pack("<HH", 65_535, 65_535) + bytes(100),
    ],
    ids=["bomb", "just too many", "absurd", "gif"],
)
def test_a_picture_of_too_many_pixels_is_not_decoded(
    body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda _: pytest.fail("it was decoded"))
    with pytest.raises(BadPicture):
        make_thumbnails(body)


def test_a_jpeg_of_thousands_of_scans_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    body = as_bytes(picture(), "JPEG", progressive=True)
    last = body.rindex(b"\xff\xda")
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda _: pytest.fail("it was decoded"))
    with pytest.raises(BadPicture, match="scans"):
        make_thumbnails(body[:last] + 5_000 * body[last:-2] + body[-2:])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!DOCTYPE html><html><body>404</body></html>",
        b'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect/></svg>',
        as_bytes(picture(), "BMP"),
        as_bytes(picture(), "TIFF"),
        as_bytes(picture(), "PDF"),
        as_bytes(picture(32, 32), "ICO"),
    ],
    ids=["nothing", "html", "svg", "bmp", "tiff", "pdf", "ico"],
)
def test_only_four_formats_are_pictures(body: bytes) -> None:
    with pytest.raises(BadPicture, match="no JPEG, PNG, WebP or GIF"):
        make_thumbnails(body)


@pytest.mark.parametrize(
    ("image", "why"),
    [
        (picture(47, 300), "icon"),
        (picture(1, 1), "icon"),
        (picture(600, 100), "banner"),
        (Image.new("RGB", (300, 300), "white"), "one colour"),
        (Image.new("RGBA", (300, 300), (0, 0, 0, 0)), "one colour"),
    ],
)
def test_pixels_icons_banners_and_blanks_are_no_pictures_of_products(
    image: Image.Image, why: str
) -> None:
    with pytest.raises(BadPicture, match=why):
        make_thumbnails(as_bytes(image, "PNG"))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF"])
@given(data=st.data())
def test_a_damaged_picture_is_refused_or_shown_and_nothing_else_happens(
    kind: str, data: st.DataObject
) -> None:
    spoil: Callable[[bytes], bytes] = data.draw(st.sampled_from([_cut, _changed]))(data)
    try:
        made = make_thumbnails(spoil(as_bytes(picture(100, 100), kind)))
    except BadPicture:
        return
    assert set(made.files) == set(SIZES)


def _cut(data: st.DataObject) -> Callable[[bytes], bytes]:
    share = data.draw(st.floats(0, 1))
    return lambda body: body[: int(share * len(body))]


def _changed(data: st.DataObject) -> Callable[[bytes], bytes]:
    places = data.draw(st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), max_size=8))

    def change(body: bytes) -> bytes:
        changed = bytearray(body)
        for place, value in places:
            changed[int(place * len(changed))] = value
        return bytes(changed)

    return change
