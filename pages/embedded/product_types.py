"""Which of schema.org's types are products?"""

from __future__ import annotations

import re

_TYPES = (
    "Product ProductGroup ProductModel IndividualProduct SomeProducts "
    "Vehicle Car Motorcycle MotorizedBicycle BusOrCoach DietarySupplement Drug"
).split()

_ANY = "|".join(_TYPES)

# These tell whether a piece of JSON-LD, or a page's microdata, is worth reading at all.
NAMES_A_PRODUCT = re.compile(rf"\b(?:{_ANY})\b".encode())
MARKS_A_PRODUCT = re.compile(rf"schema\.org/(?:{_ANY})\b".encode())

_PRODUCT = re.compile(rf"(?:https?://(?:www\.)?schema\.org/|schema:)?(?:{_ANY})/?")


def is_product(types: object) -> bool:
    """Is one of these types, in any of the ways to write it, a product's?"""
    if isinstance(types, list):
        return any(isinstance(one, str) and _PRODUCT.fullmatch(one) for one in types)
    return isinstance(types, str) and _PRODUCT.fullmatch(types) is not None
