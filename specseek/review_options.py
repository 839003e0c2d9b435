"""Options that the commands of `specseek review` and `specseek rules` share."""

from __future__ import annotations

import getpass

import click

TOPIC = click.option("--topic", metavar="NAME", help="Of this topic, where there are several.")
WHO = click.option("--who", default=getpass.getuser, help="Who decides.  [default: your login]")
IDS = click.argument("ids", type=click.IntRange(min=1), nargs=-1, required=True, metavar="ID...")
