"""What the properties of schema.org tell about a product, whatever a topic calls its attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.topic import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.topic import Attribute, Topic

NAME = "name"
ROLES: Mapping[str, Role] = {
    NAME: Role.NAME,
    "brand": Role.BRAND,
    "manufacturer": Role.BRAND,
    "model": Role.MODEL,
    **dict.fromkeys("gtin gtin8 gtin12 gtin13 gtin14 isbn".split(), Role.GTIN),
    "mpn": Role.MPN,
    "sku": Role.SKU,
    "productID": Role.CODE,
    "price": Role.PRICE,
    "releaseDate": Role.DATE,
    "color": Role.VARIANT,
    "size": Role.VARIANT,
    "image": Role.IMAGE,
}


def attribute_of(name: str, topic: Topic) -> Attribute | None:
    """The topic's attribute for a property: by name or alias, else by role.

    Of several attributes with the role of a variant nobody knows which is meant.
    """
    known = topic.standard_name(name)
    if known:
        return topic.attributes[topic.places[known]]
    role = ROLES.get(name)
    found = topic.attributes_of(role) if role else ()
    return found[0] if found and (len(found) == 1 or role is not Role.VARIANT) else None
