"""`specseek repair`: rules for sites that were redesigned, proposed from what was known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from core.settings import load_settings
from review.repairs import RepairFinding, propose_repairs
from review.workshop import ReviewContext
from specseek.json_lines import write_line
from specseek.known_ledger import NO_CRAWL, chosen_topics, open_ledger
from spider.display.words import safe, several

if TYPE_CHECKING:
    from discovery.repair import Repair

_REPAIR_EXAMPLES = """\b
Examples:
  specseek repair
  specseek repair --site pcpop.example --json
"""


@click.command(epilog=_REPAIR_EXAMPLES)
@click.option("--topic", metavar="NAME", help="Of this topic's crawls alone.")
@click.option("--site", help="Of this site (registered domain) alone.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line instead of words.")
def repair(*, topic: str | None, site: str | None, as_json: bool) -> None:
    """Look which sites are no longer read as they were, and propose what would mend it.

    The values that were known of their pages are looked for on the pages as they are now; where
    they are found, new rules are learned from them and checked on other pages. Nothing is
    changed: each repair waits for an answer (specseek rules confirm, or drop). A site whose
    values are nowhere to be found is an alarm, kept in the error register too; the exit status
    is 1 then.
    """
    ledger = open_ledger()
    if ledger is None:
        click.echo(NO_CRAWL, err=True)
        return
    findings: list[RepairFinding] = []
    with ledger:
        with ledger.reading() as conn:
            topics = chosen_topics(conn, topic)
        for name in topics:
            for finding in propose_repairs(ReviewContext(load_settings(), name, ledger), site):
                findings.append(finding)
                if as_json:
                    write_line({"topic": name, **finding.as_json()})
                else:
                    click.echo(_finding_text(finding))
    alarms = sum(finding.repair is None for finding in findings)
    click.echo(_repairs_summary(len(findings) - alarms, alarms), err=True)
    if alarms:
        raise click.exceptions.Exit(1)


def _finding_text(finding: RepairFinding) -> str:
    outcome = (
        _repair_text(finding.change, finding.repair)
        if finding.repair
        else f"  ALARM: {finding.alarm}"
    )
    return f"{click.style(safe(str(finding.loss)), bold=True)}\n{outcome}"


def _repair_text(change: int | None, repair: Repair) -> str:
    predicted = repair.predicted
    lines = [
        (
            f"  change {change} would read it again: precision {predicted.precision:.1%}, recall "
            f"{predicted.recall:.1%} on {several(predicted.pages, 'page')} that taught nothing"
        )
    ]
    renamed = [
        f"{attribute} is now {new or 'without a name'}"
        for attribute, (_, new) in sorted(repair.renamed.items())
    ]
    if renamed:
        lines.append(f"  renamed: {', '.join(renamed)}")
    if repair.gone:
        lines.append(f"  no longer shown: {', '.join(repair.gone)}")
    return "\n".join(map(safe, lines))


def _repairs_summary(proposed: int, alarms: int) -> str:
    if not proposed and not alarms:
        return "Every site is read as it was"
    told = []
    if proposed:
        told.append(f"{several(proposed, 'repair')} to answer: specseek rules confirm ID (or drop)")
    if alarms:
        told.append(f"{several(alarms, 'site')} lost: specseek errors --kind coverage")
    return "; ".join(told)
