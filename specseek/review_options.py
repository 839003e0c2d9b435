"""Options that the commands of `specseek review` and `specseek rules` share."""

from __future__ import annotations

import getpass
import re
from typing import TYPE_CHECKING

import click

from review.regions import REGION_MARK

if TYPE_CHECKING:
    from collections.abc import Sequence

TOPIC_OPTION = click.option(
    "--topic", metavar="NAME", help="Of this topic, where there are several."
)
WHO_OPTION = click.option(
    "--who", default=getpass.getuser, help="Who decides.  [default: your login]"
)
_REGION = re.compile(rf"{REGION_MARK}[0-9a-f]{{8}}")


PROPOSAL_OR_REGION_IDS = click.argument("ids", nargs=-1, required=True, metavar="ID...")
PROPOSAL_IDS = click.argument(
    "ids", type=click.IntRange(min=1), nargs=-1, required=True, metavar="ID..."
)


def split_ids(ids: Sequence[str]) -> tuple[list[int], list[str]]:
    """Numbers of proposals and ids of regions; they are decided apart."""
    regions = [one for one in ids if _REGION.fullmatch(one)]
    numbers = [one for one in ids if one not in regions]
    for one in numbers:
        if not (one.isascii() and one.isdecimal() and int(one)):
            raise click.BadParameter(f"{one!r} is no proposal's number and no region's id")
    if numbers and regions:
        raise click.UsageError("Decide about regions and about proposals apart")
    return list(map(int, numbers)), regions
