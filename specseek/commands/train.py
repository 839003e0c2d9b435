"""`specseek train`: a rule from one page and its example values."""

from __future__ import annotations

from pathlib import Path

import click

from rules.library import RuleLibrary
from rules.training import train as trained
from specseek.example_values import read_examples
from specseek.stored_page import StoredPage
from specseek.web_address import web_address

_TRAIN_EXAMPLES = """\b
Example:
  specseek train --url https://site.example/n95.html --values n95.json --rules rules n95.html
\b
where n95.json holds
  [{"attribute": "手机名", "name": "", "value": "诺基亚 N95"},
   {"attribute": "参考价格", "name": "参考价格：", "value": "￥2350"}]
"""


@click.command(epilog=_TRAIN_EXAMPLES)
@click.option(
    "--url", metavar="URL", callback=web_address, required=True, help="Where PAGE stood on the web."
)
@click.option(
    "--values",
    "values_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    required=True,
    help='What PAGE says, as JSON: [{"attribute", "name", "value"}]; '
    'name "" where the page shows none.',
)
@click.option(
    "--rules",
    "rules_folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder of rule files; made where it is missing.",
)
@click.argument("page", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def train(url: str, values_file: Path, rules_folder: Path, page: Path) -> None:
    """Learn a site's rule from one PAGE and some of the values it shows.

    Called again with another page of the site it widens the site's rules; a page that
    was learned from before keeps its record, or the new rule is refused.
    """
    examples = read_examples(values_file)
    rules_folder.mkdir(parents=True, exist_ok=True)
    report = trained(RuleLibrary(rules_folder), StoredPage(str(page), url, page).read(), examples)
    click.echo(str(report), err=True)
