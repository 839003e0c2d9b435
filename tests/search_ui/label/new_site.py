"""A site that nobody has crawled: a home page, a list, and some phones in a layout of its own."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageDraw

from samples.response import Response, not_found

HOST = "www.xindian.example"
SITE = "xindian.example"
HOME = f"http://{HOST}/"
PHONES = {
    "1": ("星河 X1", "6.1英寸", "4500mAh", "189克", "2999元"),
    "2": ("星河 X2 Pro", "6.7英寸", "5000mAh", "205克", "3999元"),
    "3": ("星河 Y3", "6.5英寸", "6000mAh", "211克", "1499元"),
}
_NAMES = ("屏幕尺寸", "电池容量", "手机重量", "参考价格")
_TYPE = "text/html; charset=utf-8"


def address(key: str) -> str:
    return f"{HOME}shouji/{key}.html"


def phone_page(key: str) -> bytes:
    name, *values = PHONES[key]
    rows = "".join(
        f"<dl class='row'><dt>{label}</dt><dd>{value}</dd></dl>"
        for label, value in zip(_NAMES, values, strict=True)
    )
    return (
        f"<!DOCTYPE html><html><head><title>{name} 参数 - 新店</title></head><body>"
        f"<nav><a href='/'>首页</a> <a href='/shouji/'>手机</a></nav><h1>{name}</h1>"
        f"<img src='/img/{key}.png' alt='{name}' width='300' height='400'>"
        f"<div class='specs'><h2>规格参数</h2>{rows}</div>"
        "<footer><p>新店只卖新手机。</p></footer></body></html>"
    ).encode()


def list_page() -> bytes:
    links = "".join(
        f"<li><a href='/shouji/{key}.html'>{phone[0]}</a></li>" for key, phone in PHONES.items()
    )
    return (
        "<!DOCTYPE html><html><head><title>手机 - 新店</title></head>"
        f"<body><h1>全部手机</h1><ul>{links}</ul></body></html>"
    ).encode()


def picture(key: str) -> bytes:
    """A phone as a child would draw it, each in another colour."""
    image = Image.new("RGB", (300, 400), "white")
    colour = (40 * int(key), 80, 160)
    ImageDraw.Draw(image).rounded_rectangle((80, 40, 220, 360), 20, fill=colour, outline="black")
    written = BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


class NewSite:
    """Serve it as any other web."""

    def fetch(self, url: str) -> Response:
        pages = {HOME: list_page(), f"{HOME}shouji/": list_page()}
        pages |= {address(key): phone_page(key) for key in PHONES}
        pictures = {f"{HOME}img/{key}.png": key for key in PHONES}
        if url in pictures:
            return Response(200, "image/png", picture(pictures[url]))
        return Response(200, _TYPE, pages[url]) if url in pages else not_found(url)
