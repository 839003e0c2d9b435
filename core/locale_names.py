"""The words of `names.yaml`: what a language writes in names of products, and around them.

docs/locales.md documents the keys.
"""

from __future__ import annotations

from core.locale_values import PackModel, Words


class NamePack(PackModel):
    """What every topic knows about names; the rest is in the topic (`core/product_names.py`)."""

    versions: Words = ()
    years: Words = ()
    joints: Words = ()
    amounts: Words = ()
    not_amounts: Words = ()
