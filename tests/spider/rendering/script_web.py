"""A small web whose pages say nothing until their scripts have run."""

from __future__ import annotations

import asyncio
import json
from html import escape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from samples.pocket_web import UnknownHostError
from samples.response import RawResponse, Response, not_found, redirect

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

HTML = "text/html; charset=utf-8"
SPECS = {
    "1": {"手机名": "诺基亚 N95", "参考价格": "￥2350", "上市时间": "2007年3月", "手机制式": "GSM"},
    "2": {"手机名": "红米 13C", "参考价格": "￥799", "上市时间": "2023年11月", "手机制式": "5G"},
    "3": {"手机名": "荣耀 X50", "参考价格": "￥1399", "上市时间": "2023年7月", "手机制式": "5G"},
}
FILL = """
const number = location.pathname.match(/[0-9]+/)[0];
fetch("/go/" + number, {headers: {"X-Wants": "specs"}}).then(answer => answer.json()).then(spec => {
    document.querySelector("h1").textContent = spec["手机名"];
    const rows = Object.entries(spec).filter(([name]) => name !== "手机名").map(
        ([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`);
    document.querySelector("table").innerHTML = rows.join("");
});
"""
SHELL = """<!DOCTYPE html><html><head><title>手机参数</title><link rel="stylesheet" href="/a.css">
</head><body><h1></h1><table class="spec"></table><img src="/phone.jpg"><script src="/fill.js">
</script></body></html>"""
LIST = """<!DOCTYPE html><title>手机大全</title><div id="list">请稍候</div><script>
const pages = %s;
list.innerHTML = pages.map(page => `<a href="/${page}">${page} 参数</a>`).join(" ");
</script>"""
# Every way a script has to reach an address, into the machine and into the metadata service.
ATTACK = """<!DOCTYPE html><title>手机</title><h1>手机</h1><p id="done"></p><script>
const attempts = %s.map(async (address) => {
    const far = "http://" + address + "/";
    for (const tag of ["img", "iframe", "script", "embed", "video", "link"]) {
        const element = document.createElement(tag);
        element.rel = "stylesheet";
        element.src = element.href = far + tag;
        document.body.append(element);
    }
    navigator.sendBeacon(far + "beacon", "x");
    new WebSocket("ws://" + address + "/socket");
    new EventSource(far + "events");
    new Worker(URL.createObjectURL(new Blob([`fetch("${far}worker")`])));
    new RTCPeerConnection({iceServers: [{urls: "stun:" + address}]}).createDataChannel("x");
    open(far + "popup");
    const form = document.createElement("form");
    Object.assign(form, {action: far + "form", method: "post", target: "_blank"});
    document.body.append(form);
    form.submit();
    const request = new XMLHttpRequest();
    request.open("GET", far + "xhr");
    request.send();
    await fetch(far + "fetch", {mode: "no-cors"}).catch(() => null);
    await fetch("/redirect/" + address, {mode: "no-cors"}).catch(() => null);
});
Promise.all(attempts).then(() => { done.textContent = "全部试过"; });
</script>"""
ENDLESS = """<!DOCTYPE html><title>手机</title><h1>手机</h1>
<script>while (true) {}</script><a href="/phone/3">荣耀 X50 参数</a>"""
NOISY = """<!DOCTYPE html><title>手机</title><script>
alert("手机"); confirm("手机"); prompt("手机"); print(); open("/popup"); open("about:blank");
onbeforeunload = () => "手机";
setInterval(() => fetch("/poll/" + Math.random()), 20);
</script><p>看过</p>"""
GROWING = """<!DOCTYPE html><title>手机</title><script>
document.write("手机".repeat(2e6));
</script>"""


WAITING = """<!DOCTYPE html><title>手机</title><script>
fetch("/never");
const request = new XMLHttpRequest();
request.open("GET", "/never", false);
request.send();
</script><p>等过</p>"""


async def never() -> AsyncGenerator[bytes, None]:
    yield b"HTTP/1.1 200 OK\r\n"
    await asyncio.Event().wait()


class ScriptWeb(NamedTuple):
    """shop.example wants a browser, plain.example has the same pages; `canary` is a port."""

    canary: int

    def fetch(self, url: str) -> Response:
        parts = urlsplit(url)
        if parts.hostname not in {"shop.example", "plain.example"}:
            raise UnknownHostError(parts.hostname or "")
        room, _, rest = parts.path.strip("/").partition("/")
        pages = {
            "": LIST % json.dumps([*(f"phone/{number}" for number in "12"), *_TRICKS]),
            "phone": SHELL,
            "attack": ATTACK % json.dumps([f"127.0.0.1:{self.canary}", "169.254.169.254"]),
            "endless": ENDLESS,
            "noisy": NOISY,
            "growing": GROWING,
            "waiting": WAITING,
            "away": f"<script>location = 'http://127.0.0.1:{self.canary}/away'</script>手机",
            "moved": "<script>location.replace('/phone/3')</script>手机",
        }
        if room in pages:
            return Response(200, HTML, pages[room].encode())
        return _beside_pages(room, rest) or not_found(url)


def _beside_pages(room: str, rest: str) -> Response | None:
    """What scripts ask for."""
    match room:
        case "fill.js":
            return Response(200, "text/javascript; charset=utf-8", FILL.encode())
        case "go":
            return redirect(f"/api/{rest}")
        case "api":
            return Response(200, "application/json", json.dumps(SPECS[rest]).encode())
        case "never":
            return RawResponse(pieces=never)
        case "redirect":
            return redirect(f"http://{rest}/redirect")
    return None


_TRICKS = ("attack", "endless", "noisy", "growing", "waiting", "away", "moved")


def as_shown(number: str) -> bytes:
    """The page of a phone as its script leaves it: what a person labels."""
    name, *others = SPECS[number].items()
    rows = "".join(f"<tr><th>{label}</th><td>{escape(value)}</td></tr>" for label, value in others)
    page = SHELL.replace("<h1></h1>", f"<h1>{escape(name[1])}</h1>")
    page = page.replace('<table class="spec">', f'<table class="spec"><tbody>{rows}</tbody>')
    return page.encode()
