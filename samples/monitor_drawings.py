"""Pictures of the sample monitors, drawn from their facts: shape, curve, stand, colour, brand."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from samples.catalogue import products
from samples.chance import choose

if TYPE_CHECKING:
    from samples.catalogue import Product

_CANVAS = (480, 360)
_TWICE = 2  # drawn so much larger, so that edges are smooth
_WIDEST = 49.0  # inches: the widest fills the canvas
_COLOURS = {
    "Schwarz": (38, 40, 44),
    "Weiß": (236, 237, 240),
    "Silber": (196, 200, 206),
    "Grau": (120, 124, 130),
}
_SCREENS = ((24, 60, 120), (16, 90, 90), (90, 40, 110), (140, 70, 30), (30, 100, 50), (60, 60, 70))


def picture_bytes(monitor: Product, kind: str) -> bytes:
    """The picture of a monitor; `kind` is jpeg, png, gif or webp."""
    return _drawn(monitor["Produktname"], kind)


@lru_cache(maxsize=64)
def _drawn(name: str, kind: str) -> bytes:
    monitor = next(one for one in products("monitors") if one["Produktname"] == name)
    written = BytesIO()
    draw(monitor).save(written, kind)
    return written.getvalue()


def draw(monitor: Product) -> Image.Image:
    width, height = (side * _TWICE for side in _CANVAS)
    image = Image.new("RGB", (width, height), "white")
    pen = ImageDraw.Draw(image)
    body = _COLOURS[monitor["Farbe"]]
    wide, tall = _sides(monitor)
    left, top = (width - wide) / 2, (height - tall) / 3
    right, bottom = left + wide, top + tall
    edge = (180, 182, 186) if sum(body) > 600 else body
    _stand(pen, (width / 2, bottom), body, edge, adjustable=monitor["Höhenverstellbar"] == "Ja")
    pen.rounded_rectangle((left, top, right, bottom), 14, fill=body, outline=edge, width=3)
    screen = (left + 12, top + 12, right - 12, bottom - 26)
    pen.rectangle(screen, fill=choose(_SCREENS, monitor["Produktname"]))
    if monitor["Curved"] == "Ja":  # seen from above, the middle is further away
        pen.ellipse((left, top - tall * 0.06, right, top + tall * 0.06), fill="white")
    code = monitor["Modell"]
    _text(pen, ((left + right) / 2, (top + bottom) / 2), code, 0.8 * wide, 56)
    _text(pen, ((left + right) / 2, bottom - 13), monitor["Marke"], 0.3 * wide, 18)
    return image.resize(_CANVAS, Image.Resampling.LANCZOS)


def _sides(monitor: Product) -> tuple[float, float]:
    """In pixels, from the diagonal and the shape of the screen."""
    across, down = map(int, monitor["Seitenverhältnis"].split(":"))
    diagonal = float(monitor["Bildschirmdiagonale"].removesuffix(" Zoll").replace(",", "."))
    scale = diagonal / _WIDEST * (_CANVAS[0] - 24) * _TWICE / (across**2 + down**2) ** 0.5
    return across * scale, down * scale


def _stand(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    body: tuple[int, int, int],
    edge: tuple[int, int, int],
    *,
    adjustable: bool,
) -> None:
    x, y = at
    long = 110 if adjustable else 60
    pen.rectangle((x - 16, y, x + 16, y + long), fill=body, outline=edge)
    pen.ellipse((x - 110, y + long - 14, x + 110, y + long + 14), fill=body, outline=edge, width=3)


def _text(
    pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, room: float, most: float
) -> None:
    """As large as fits into so many pixels."""
    width = ImageFont.load_default(most).getlength(text)
    font = ImageFont.load_default(max(10.0, min(most, most * room / max(1.0, width))))
    pen.text(at, text, fill=(225, 226, 230), font=font, anchor="mm")
