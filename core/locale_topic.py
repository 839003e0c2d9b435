"""The words of `topic.yaml`: what pages of a language call what every product has.

New topics are drafted with them. docs/locales.md documents the keys.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from core.locale_values import PackModel, Word, Words

KnownRole = Literal["name", "brand", "model", "gtin", "mpn", "sku", "price", "date"]


class TopicPack(PackModel):
    """The first name of a role is what a drafted topic calls it."""

    common: Annotated[Words, Field(min_length=1)]
    general: Word
    roles: dict[KnownRole, Annotated[Words, Field(min_length=1)]]
