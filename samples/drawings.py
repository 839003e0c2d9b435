"""Pictures of the sample phones, drawn from their facts: form, size, screen, colour and brand.

The same phone is always drawn alike. Sites send such pictures in formats of their own, and a few
send something else.
"""

from __future__ import annotations

import re
import struct
import zlib
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from samples.catalogue import english_brand, phones
from samples.chance import choose, number

if TYPE_CHECKING:
    from samples.catalogue import Phone

_CANVAS = (320, 480)
_MARGIN = 16
_TWICE = 2  # drawn so much larger, so that edges are smooth
_SHORTEST = 125.0  # millimetres: shorter phones are drawn smaller, longer ones as high as fits
_OPENED = 1.6  # so much longer is a phone that is open
_COLOURS = (
    ("黑", (38, 40, 44)), ("白", (236, 237, 240)), ("银", (196, 200, 206)), ("灰", (120, 124, 130)),
    ("金", (214, 186, 140)), ("粉", (232, 178, 190)), ("红", (176, 44, 52)), ("蓝", (52, 88, 150)),
    ("紫", (112, 92, 142)), ("绿", (92, 140, 112)), ("青", (110, 158, 160)),
)  # fmt: skip
_UNTOLD = tuple(shade for name, shade in _COLOURS if name in "黑银灰蓝白红")
_SCREENS = ((24, 60, 120), (16, 90, 90), (90, 40, 110), (140, 70, 30), (30, 100, 50), (60, 60, 70))
_Colour = tuple[int, int, int]
_Box = tuple[float, float, float, float]


class _Shape(NamedTuple):
    """In pixels; `screen` is the part of the body's height that the screen takes."""

    width: float
    height: float
    screen: float
    body: _Colour
    shown: _Colour
    logo: str
    model: str
    year: int


def picture_bytes(phone: Phone, kind: str) -> bytes:
    """The picture of a phone; `kind` is jpeg, png (with a transparent background), gif or webp."""
    return _drawn(phone["手机名"], kind)


@lru_cache(maxsize=64)
def _drawn(name: str, kind: str) -> bytes:
    phone = next(one for one in phones() if one["手机名"] == name)
    image = draw(phone)
    if kind != "png":
        paper = Image.new("RGB", image.size, "white")
        paper.paste(image, mask=image.getchannel("A"))
        image = paper
    written = BytesIO()
    image.save(written, kind)
    return written.getvalue()


def draw(phone: Phone) -> Image.Image:
    large = tuple(side * _TWICE for side in _CANVAS)
    image = Image.new("RGBA", (large[0], large[1]), (255, 255, 255, 0))
    pen = ImageDraw.Draw(image)
    shape, form = _shape(phone), phone["手机外形"]
    middle = large[0] / 2
    top = (large[1] - shape.height) / 2
    box = (middle - shape.width / 2, top, middle + shape.width / 2, top + shape.height)
    if "翻盖" in form or "旋转" in form:
        _clamshell(pen, box, shape)
    elif "滑盖" in form:
        _slider(pen, box, shape)
    else:
        _bar(pen, box, shape)
    return image.resize(_CANVAS, Image.Resampling.LANCZOS)


def _shape(phone: Phone) -> _Shape:
    sides = sorted(map(float, re.findall(r"\d+(?:\.\d+)?", phone["机身尺寸"])[:3]), reverse=True)
    tall, wide = (sides[0], sides[1]) if len(sides) > 1 else (110.0, 50.0)
    most = (_CANVAS[1] - 2 * _MARGIN) * _TWICE
    opens = any(word in phone["手机外形"] for word in ("翻盖", "旋转", "滑盖"))
    scale = most / (_OPENED * tall if opens else max(tall, _SHORTEST))
    inches = float((re.search(r"\d+(?:\.\d+)?", phone["主屏尺寸"]) or ["2"])[0])
    # The screen is about as wide as the body; its diagonal tells how tall it is then.
    height = max(0.0, (inches * 25.4) ** 2 - (0.86 * wide) ** 2) ** 0.5
    screen = max(0.25, min(0.94, height / tall))
    name, told = phone["手机名"], phone.get("机身颜色", "")
    body = next((shade for word, shade in _COLOURS if word in told), choose(_UNTOLD, "body", name))
    shown = choose(_SCREENS, "screen", name)
    logo = english_brand(phone["品牌"])  # Pillow's own font has no Chinese
    year = int((re.search(r"\d{4}", phone["上市时间"]) or ["2010"])[0])
    model = "".join(filter(str.isascii, phone["型号"])).strip() or logo
    return _Shape(wide * scale, tall * scale, screen, body, shown, logo, model, year)


def _bar(pen: ImageDraw.ImageDraw, box: _Box, shape: _Shape) -> None:
    _body(pen, box, shape)
    left, top, right, bottom = box
    edge = 0.05 * (right - left)
    if shape.screen > 0.82:  # the whole front, with a hole for the camera
        _screen(pen, (left + edge, top + edge, right - edge, bottom - edge), shape, edge * 1.6)
        _dot(pen, (left + right) / 2, top + 3 * edge, edge * 0.7, (10, 10, 12))
        return
    above = (bottom - top) * (0.11 if shape.screen > 0.5 else 0.09)
    under = top + above + shape.screen * (bottom - top)
    _screen(pen, (left + edge * 1.4, top + above, right - edge * 1.4, under), shape, edge / 2)
    _logo(pen, top + above / 2, box, shape)
    room = (left + edge * 1.4, under + edge, right - edge * 1.4, bottom - 2 * edge)
    if shape.screen > 0.5:
        _dot(pen, (left + right) / 2, (under + bottom) / 2, edge * 1.3, _contrast(shape.body))
    else:
        _keys(pen, room, shape, 5)


def _slider(pen: ImageDraw.ImageDraw, box: _Box, shape: _Shape) -> None:
    """Open: the keys come out from under the screen."""
    left, top, right, bottom = box
    shift = 0.22 * (bottom - top)
    lower = (left + 4, top + shift, right - 4, min(bottom + shift, _CANVAS[1] * _TWICE - 8))
    _body(pen, lower, shape)
    _keys(pen, (left + 18, bottom - shift * 0.9, right - 18, lower[3] - 14), shape, 4)
    _body(pen, (left, top - shift / 2, right, bottom - shift), shape)
    edge = 0.07 * (right - left)
    inner = (left + edge, top - shift / 2 + 2 * edge, right - edge, bottom - shift - 3 * edge)
    _screen(pen, inner, shape, edge / 2)
    _logo(pen, bottom - shift - 1.5 * edge, box, shape)


def _clamshell(pen: ImageDraw.ImageDraw, box: _Box, shape: _Shape) -> None:
    """Open: the screen above the hinge, the keys below it."""
    left, top, right, bottom = box
    hinge, edge = (top + bottom) / 2, 0.07 * (right - left)
    grown = 0.3 * (bottom - top)
    _body(pen, (left, top - grown, right, hinge - 3), shape)
    _screen(pen, (left + edge, top - grown + 2 * edge, right - edge, hinge - 4 * edge), shape, edge)
    _logo(pen, hinge - 2 * edge, box, shape)
    _body(pen, (left, hinge + 3, right, bottom + grown), shape)
    _keys(pen, (left + edge, hinge + 2 * edge, right - edge, bottom + grown - 2 * edge), shape, 5)


def _body(pen: ImageDraw.ImageDraw, box: _Box, shape: _Shape) -> None:
    corner = shape.width * (0.13 if shape.year >= 2012 else 0.1)
    darker = tuple(int(0.75 * part) for part in shape.body)
    pen.rounded_rectangle(box, corner, fill=shape.body, outline=darker, width=4)


def _screen(pen: ImageDraw.ImageDraw, box: _Box, shape: _Shape, corner: float) -> None:
    left, top, right, bottom = box
    pen.rounded_rectangle(box, corner, fill=shape.shown, outline=(12, 12, 14), width=5)
    lighter = tuple(min(255, part + 46) for part in shape.shown)
    inside = (left + 8, top + 0.55 * (bottom - top), right - 8, bottom - 8)
    pen.rounded_rectangle(inside, corner * 0.7, fill=lighter)
    at = (left + right) / 2, top + 0.3 * (bottom - top)
    _text(pen, at, shape.model, (245, 245, 248), 0.8 * (right - left))


def _keys(pen: ImageDraw.ImageDraw, box: _Box, shape: _Shape, rows: int) -> None:
    left, top, right, bottom = box
    wide, tall = (right - left) / 3, (bottom - top) / rows
    key = tuple(
        int(0.85 * part + 0.15 * other)
        for part, other in zip(shape.body, _contrast(shape.body), strict=True)
    )
    for row in range(rows):
        for column in range(3):
            x, y = left + column * wide, top + row * tall
            pen.rounded_rectangle(
                (x + 3, y + 3, x + wide - 3, y + tall - 3), min(wide, tall) / 4, fill=key
            )


def _dot(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: _Colour) -> None:
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), outline=colour, width=4)


def _logo(pen: ImageDraw.ImageDraw, y: float, box: _Box, shape: _Shape) -> None:
    at, room = ((box[0] + box[2]) / 2, y), 0.4 * (box[2] - box[0])
    _text(pen, at, shape.logo, _contrast(shape.body), room)


def _text(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, colour: _Colour, room: float
) -> None:
    """As large as fits into so many pixels."""
    size = 40.0
    width = ImageFont.load_default(size).getlength(text)
    font = ImageFont.load_default(max(10.0, min(size, size * room / max(1.0, width))))
    pen.text(at, text, fill=colour, font=font, anchor="mm")


def _contrast(colour: _Colour) -> _Colour:
    return (30, 30, 34) if sum(colour) > 380 else (225, 226, 230)


# What hostile and careless sites send instead.


def bomb() -> bytes:
    """A PNG of a few hundred bytes that says it has 900 million pixels."""

    def chunk(name: bytes, body: bytes) -> bytes:
        checked = name + body
        return struct.pack(">I", len(body)) + checked + struct.pack(">I", zlib.crc32(checked))

    head = struct.pack(">IIBBBBB", 30_000, 30_000, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes(100_000), 9)
    chunks = (chunk(b"IHDR", head), chunk(b"IDAT", rows), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def is_one_in(count: int, phone: Phone, what: str) -> bool:
    """Whether a phone is one of those that a site makes a mistake with."""
    return number(what, phone["手机名"]) % count == 0
