"""What all views share: settings, topic, index and ledger of the site that runs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

from flask import current_app

from index.ledger.ledger import Ledger, ledger_url
from rules.topic import Topic
from rules.yaml_files import read_yaml

if TYPE_CHECKING:
    from flask import Flask

    from settings.model import Settings

_KEY = "specseek"


@dataclass(frozen=True)
class Site:
    """One topic's site; opened things are opened when first needed, once per process."""

    settings: Settings
    topic_name: str

    @cached_property
    def topic(self) -> Topic:
        return read_yaml(self.settings.topics / f"{self.topic_name}.yaml", Topic)

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger.open(self.settings.ledger or ledger_url(self.settings.data))


def put_site(app: Flask, site: Site) -> None:
    app.extensions[_KEY] = site


def this_site() -> Site:
    return cast("Site", current_app.extensions[_KEY])
