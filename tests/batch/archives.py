"""WARC files of made-up pages, written by warcio."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

HTML = "text/html; charset=utf-8"
ARTICLE = "<div class=story><h2>新闻</h2><p>新机上市。</p><p>价格未定。</p></div>"


def phone_page(name: str, price: int) -> str:
    rows = {"参考价格": f"￥{price}", "上市时间": "2007年3月", "手机外形": "滑盖", "重量": "120克"}
    cells = "".join(f"<tr><th>{key}：</th><td>{value}</td></tr>" for key, value in rows.items())
    return f"<html><h1>诺基亚 {name}</h1><table class=spec>{cells}</table><p>广告</p></html>"


def phone_pages(count: int, *, site: str = "shop.example") -> list[tuple[str, str]]:
    return [(f"https://{site}/{n}.html", phone_page(f"N{n}", 100 * n)) for n in range(count)]


def write_warc(path: Path, pages: Iterable[tuple[str, str]], *, compressed: bool = True) -> Path:
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=compressed)
        for url, body in pages:
            write_page(writer, url, body.encode())
    return path


def write_page(
    writer: WARCWriter, url: str, body: bytes, content_type: str = HTML, status: str = "200 OK"
) -> None:
    headers = StatusAndHeaders(status, [("Content-Type", content_type)], protocol="HTTP/1.1")
    record = writer.create_warc_record(
        url, "response", payload=BytesIO(body), length=len(body), http_headers=headers
    )
    writer.write_record(record)
