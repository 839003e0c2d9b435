"""JSON that only its own ledger can have written: sealed with the ledger's key."""

from __future__ import annotations

import hmac
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_SEAL = "seal"


def sealed_json(parts: Mapping[str, object], key: bytes, purpose: str) -> bytes:
    """`purpose` keeps a text that was sealed as one thing from being taken for another."""
    body = {**parts, _SEAL: _seal_of(parts, key, purpose)}
    return json.dumps(body, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")


def unsealed_json(body: bytes, key: bytes, purpose: str) -> dict[str, Any] | None:
    """None for what was not sealed so, whatever it is."""
    try:
        parts = json.loads(body)
        seal = parts.pop(_SEAL)
        genuine = hmac.compare_digest(str(seal), _seal_of(parts, key, purpose))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return parts if genuine else None


def _seal_of(parts: Mapping[str, object], key: bytes, purpose: str) -> str:
    text = json.dumps([purpose, parts], sort_keys=True, separators=(",", ":"))
    return hmac.new(key, text.encode(), "sha256").hexdigest()
