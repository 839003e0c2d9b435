from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from index.building.sealed import sealed_json, unsealed_json

KEY, OTHER = b"k" * 32, b"o" * 32
PARTS: dict[str, object] = {"名": ["小米", 1.5, None], "files": {"a/b": [3, "ff"]}}


def test_what_was_sealed_can_be_read() -> None:
    assert unsealed_json(sealed_json(PARTS, KEY, "manifest"), KEY, "manifest") == PARTS


def test_not_with_another_key_or_as_something_else() -> None:
    body = sealed_json(PARTS, KEY, "manifest")
    assert unsealed_json(body, OTHER, "manifest") is None
    assert unsealed_json(body, KEY, "checked") is None


def test_not_when_anything_in_it_was_changed() -> None:
    changes: list[dict[str, object]] = [{"名": []}, {"new": 1}, {"seal": None}, {"seal": "é"}]
    for change in changes:
        body = json.loads(sealed_json(PARTS, KEY, "manifest")) | change
        assert unsealed_json(json.dumps(body).encode(), KEY, "manifest") is None


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.sampled_from([b"[" * 200_000, b"9" * 9999, b'{"seal":1}']))
def test_anything_else_was_never_sealed(body: bytes) -> None:
    assert unsealed_json(body, KEY, "manifest") is None
