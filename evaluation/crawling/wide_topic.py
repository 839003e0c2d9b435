"""The wide web as a person would set it up: seeds, and one labelled page for each site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.topic import shipped_topic
from core.yaml_files import write_yaml
from rules.learn import Example
from rules.library import RuleLibrary
from rules.training import train
from samples.labels import page_of

if TYPE_CHECKING:
    from pathlib import Path

    from samples.wide_web.web import WideWeb


def set_up(web: WideWeb, folder: Path) -> dict[str, str]:
    """Topic file and rules in a folder; gives the settings that name them."""
    topics, rules = folder / "topics", folder / "rules"
    topics.mkdir(parents=True)
    phones = shipped_topic("phones")
    write_yaml(topics / "phones.yaml", phones.model_copy(update={"seeds": web.seeds}))
    library = RuleLibrary(rules / "phones")
    for host in web.hosts:
        product = web.product_page(host, 0)
        examples = [Example(**pair._asdict()) for pair in product.gold]
        train(library, page_of(product), examples)
    return {"SPECSEEK_TOPICS": str(topics.resolve()), "SPECSEEK_RULES": str(rules.resolve())}
