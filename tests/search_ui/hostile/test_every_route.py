"""Every address of the site, with whatever a stranger may send there."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.search_ui.hostile.asking import ask, check
from tests.search_ui.hostile.routes import POSTED, PUBLIC, READ
from tests.search_ui.hostile.texts import TEXTS, sent
from tests.search_ui.log_in import token_in

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from tests.search_ui.hostile.conftest import Target
    from tests.search_ui.hostile.routes import Route

MANY = 1_000


def asker(target: Target, route: Route) -> FlaskClient:
    return target.admin if route.admin else target.visitor


def query(names: tuple[str, ...], value: str) -> str:
    return "&".join(f"{quote(name)}={value}" for name in names)


def test_no_route_is_without_an_example(target: Target) -> None:
    rules = {rule.endpoint: rule for rule in target.app.url_map.iter_rules()}
    assert rules.keys() == READ.keys() | POSTED.keys()
    for endpoint, rule in rules.items():
        assert ("POST" in (rule.methods or ())) == (endpoint in POSTED)
        route = (READ | POSTED)[endpoint]
        assert bool(rule.arguments) == ("{}" in route.path)
        matched, _ = target.app.url_map.bind("localhost").match(
            target.example(route), "POST" if endpoint in POSTED else "GET"
        )
        assert matched == endpoint


@pytest.mark.parametrize("endpoint", READ)
def test_the_examples_are_there_and_of_their_kind(target: Target, endpoint: str) -> None:
    route = READ[endpoint]
    answer = ask(asker(target, route), target.example(route))
    check(answer, endpoint)
    if endpoint not in {
        "access.first_start",
        "label.site.site_rules",
        "label.site.next_part",
        "sources.ask_before_deleting",
        "api.icon",
    }:
        missing = endpoint.startswith("api.compare")
        assert answer.status_code == (400 if missing else 200)
        assert answer.mimetype == ("application/json" if missing else route.kind)


FREE = [name for name, route in READ.items() if route.fields]
PLACED = [name for name, route in READ.items() if "{}" in route.path]


@pytest.mark.parametrize("endpoint", FREE)
def test_hostile_text_in_every_parameter(target: Target, endpoint: str) -> None:
    route = READ[endpoint]
    for name, text in TEXTS.items():
        names = (*route.fields, "lang", "theme") if len(text) < 1_000 else route.fields[:1]
        read(target, route, f"{target.example(route)}?{query(names, sent(name))}")


@pytest.mark.parametrize("endpoint", PLACED)
def test_hostile_text_in_the_path(target: Target, endpoint: str) -> None:
    route = READ[endpoint]
    for name in TEXTS:
        read(target, route, route.path.format(sent(name)))


@pytest.mark.parametrize("endpoint", sorted(READ.keys() - FREE))
def test_hostile_text_in_parameters_that_nobody_reads(target: Target, endpoint: str) -> None:
    route = READ[endpoint]
    each = "&".join(f"x={sent(name)}&whole={sent(name)}" for name in TEXTS if name != "long")
    read(target, route, f"{target.example(route)}?{each}")


def read(target: Target, route: Route, address: str) -> None:
    answer = ask(asker(target, route), address)
    check(answer, address[:200])
    assert answer.mimetype in {route.kind, "text/html", "application/json"}, address[:200]


@pytest.mark.parametrize("endpoint", PUBLIC)
def test_very_many_parameters(target: Target, endpoint: str) -> None:
    route = PUBLIC[endpoint]
    names = (*route.fields, "x[]", "__proto__", *(f"x{number}" for number in range(50)))
    address = f"{target.example(route)}?" + "&".join([query(names, "1")] * (MANY // len(names)))
    answer = ask(target.visitor, address)
    check(answer, endpoint)


@pytest.mark.parametrize("endpoint", READ)
def test_other_methods_do_nothing(target: Target, endpoint: str) -> None:
    route = READ[endpoint]
    client = asker(target, route)
    answer = ask(client, target.example(route))
    expected = answer.status_code
    head = ask(client, target.example(route), "HEAD")
    check(head, endpoint)
    assert (head.status_code, head.data) == (expected, b"")
    options = ask(client, target.example(route), "OPTIONS")
    assert options.status_code == 200
    assert "GET" in options.headers["Allow"]
    for method in ("PUT", "TRACE", "X" * 200):
        refused = ask(client, target.example(route), method)
        check(refused, (endpoint, method))
        assert refused.status_code in {400, 403, 405}, (endpoint, method)


@pytest.mark.slow
@pytest.mark.parametrize("endpoint", POSTED)
def test_forms_with_hostile_text_in_every_field(target: Target, endpoint: str) -> None:
    route = POSTED[endpoint]
    for name in TEXTS:
        check(posted(target, route, target.example(route), name), (endpoint, name))
        if "{}" in route.path:
            check(posted(target, route, route.path.format(sent(name)), name), (endpoint, name))


def posted(target: Target, route: Route, address: str, name: str) -> TestResponse:
    """With a token: the admin's, or a visitor's own, who is no admin."""
    client, token = target.admin, target.token
    if not route.admin:
        client = target.app.test_client()
        token = token_in(client.get("/log-in").text)
    form = f"csrf_token={token}&{query(route.fields, sent(name))}"
    return ask(client, address, "POST", form)


@pytest.mark.parametrize(
    "field", ["mark", "remove", "current", "name_leaf", "value_leaves", "tool"]
)
def test_invalid_numbers_in_the_labelling_form(target: Target, field: str) -> None:
    pair = {"attribute": "", "name": "a", "value": "b", "name_leaf": "1", "value_leaves": "2"}
    for name in ("negative", "huge", "not a number", "digits of others", "null"):
        form = pair | {"csrf_token": target.token, field: sent(name), "part": "pairs"}
        body = "&".join(f"{key}={value}" for key, value in form.items())
        answer = ask(target.admin, f"/label/page/{target.page}", "POST", body)
        check(answer, (field, name))
        assert answer.status_code in {200, 422}, name


def test_malformed_forms_are_answered(target: Target) -> None:
    head = {"X-CSRFToken": target.token}
    for kind, body in (
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n" * 2_000),
        ("multipart/form-data; boundary=" + "x" * 5_000, b"--x"),
        ("application/json", b"[" * 100_000),
        ("application/x-www-form-urlencoded", b"&=" * 100_000),
        ("text/plain", b"\xff\0"),
    ):
        for path in ("/label/upload", f"/label/page/{target.page}"):
            answer = target.admin.post(path, data=body, content_type=kind, headers=head)
            check(answer, (kind, path))


def test_more_than_may_be_sent_is_refused(target: Target) -> None:
    head = {"X-CSRFToken": target.token}
    answer = target.admin.post("/label/upload", data=b"x" * (17 * 1024 * 1024), headers=head)
    assert answer.status_code == 413
