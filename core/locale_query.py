"""The words of `query.yaml`: how people of a language ask. docs/locales.md documents the keys."""

from __future__ import annotations

from core.locale_values import PackModel


class QueryPack(PackModel):
    """The content of `query.yaml`."""
