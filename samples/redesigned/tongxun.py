"""A site that went empty: the frame is there, the parameters are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samples.gold import Spec
from samples.sites.tongxun import Tongxun

if TYPE_CHECKING:
    from samples.catalogue import Phone


class TongxunEmptied(Tongxun):
    def spec(self, phone: Phone) -> Spec:  # noqa: ARG002 - whichever phone it is
        return Spec('<div class="_wait"><h2>页面升级中</h2><p>精彩即将呈现，敬请期待</p></div>', ())
