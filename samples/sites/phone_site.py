"""What the phone sites have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samples.catalogue import yuan
from samples.drawings import picture_bytes
from samples.site import Site

if TYPE_CHECKING:
    from samples.catalogue import Phone


class PhoneSite(Site):
    topic = "phones"
    words_file = "phones-zh"

    def price_text(self, phone: Phone) -> str:
        return f"￥{yuan(phone)}"

    def summary(self, phone: Phone) -> str:
        return phone["主屏参数"]

    def drawn(self, phone: Phone) -> bytes:
        return picture_bytes(phone, self.picture_kind)
