"""From a decision to a plan: the topic file edited, the rules of the sites learned anew."""

from __future__ import annotations

import codecs
from itertools import groupby
from typing import TYPE_CHECKING

from index.changing.files import bytes_of
from index.ledger.affected import Affected
from index.ledger.changes import ChangeKind, FileChange, change_of, files_of
from index.ledger.decisions import decisions_of_change
from index.ledger.proposals import proposals_by_id
from index.ledger.stored_pages import stored_page
from index.ledger.unconfirmed import best_pages, unconfirmed_values
from review.changes.plan import Plan
from review.changes.retraining import Shown, Topics, retrained, unwanted_file, with_region
from review.problems import RefusedError
from review.rereading import DamagedPageError, page_at
from review.reverting import revertible
from review.topic_text import text_with_aliases, text_with_attribute
from rules.topic import Attribute, Topic
from rules.training import TrainingError
from rules.yaml_files import parse_yaml

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from index.ledger.changes import KnownChange
    from index.ledger.proposals import KnownProposal
    from review.workshop import Workshop


_PAGES_TRIED = 3


def plan_of(workshop: Workshop, change: KnownChange) -> Plan:
    """What the change will do; RefusedError or DecisionError tells why it cannot be."""
    if change.kind is ChangeKind.REPAIR:
        return _plan_of_repair(workshop, change)
    if change.kind is ChangeKind.REVERT:
        return _plan_of_revert(workshop, change)
    if change.kind is ChangeKind.REGION:
        return _plan_of_region(workshop, change)
    if change.kind is ChangeKind.UNWANTED:
        rules = unwanted_file(workshop, change.site, _words(change, "region_names"))
        return Plan((rules,), Affected(change.topic, (change.site,)))
    return _plan_of_names(workshop, change)


def _plan_of_repair(workshop: Workshop, change: KnownChange) -> Plan:
    """Its files were worked out when it was proposed."""
    with workshop.ledger.reading() as conn:
        files = files_of(conn, change.id)
    for file in files:
        if bytes_of(workshop.file(file.path)) != file.before:
            raise RefusedError(
                f"{file.path} is another since the repair was proposed; look anew: specseek repair"
            )
    return Plan(tuple(files), Affected(change.topic, (change.site,)))


def _plan_of_region(workshop: Workshop, change: KnownChange) -> Plan:
    """The page that shows most of it becomes a sample; the next best one where that fails."""
    headings, problems = _words(change, "headings"), []
    with workshop.ledger.reading() as conn:
        where = (conn, change.topic, change.site, headings)
        bodies = [stored_page(conn, change.topic, one) for one in best_pages(*where, _PAGES_TRIED)]
        found = [(one, unconfirmed_values(*where, one.link_id)) for one in bodies if one]
    aside = workshop.folder_of(change.id) / "trial"
    for body, values in found:
        try:
            result = with_region(workshop, page_at(workshop.archive, body), values, aside)
        except (RefusedError, TrainingError, DamagedPageError) as error:
            problems.append(f"{body.url}: {error}")
        else:
            return Plan(result.files, Affected(change.topic, (change.site,)), result.note)
    raise RefusedError(
        "no stored page of it teaches a rule:\n" + "\n".join(problems)
        if problems
        else "no page that shows it is in the archive; crawl the site again"
    )


def _plan_of_names(workshop: Workshop, change: KnownChange) -> Plan:
    topic_file = _topic_file(workshop, change)
    before = workshop.topic()
    after = parse_yaml(_text(topic_file.after), Topic, workshop.topic_path)
    with workshop.ledger.reading() as conn:
        shown = _shown(conn, workshop, change)
    aside = workshop.folder_of(change.id) / "trial"
    files, notes = [topic_file], []
    for _, of_site in groupby(shown, key=lambda one: one[0]):
        result = retrained(workshop, Topics(before, after), [one for _, one in of_site], aside)
        files += result.files
        notes += [result.note] if result.note else []
    affected = Affected(
        change.topic, tuple(_words(change, "sites")), tuple(_words(change, "names"))
    )
    return Plan(tuple(files), affected, "\n".join(notes))


def _plan_of_revert(workshop: Workshop, change: KnownChange) -> Plan:
    with workshop.ledger.reading() as conn:
        reverted = change_of(conn, int(str(change.detail["reverts"])))
        if reverted is None:
            raise RefusedError("the change that is to be reverted is not in the ledger")
        files = revertible(conn, workshop, reverted, by=change.id)
    sites = _words(change, "sites") or [change.site]
    names = tuple(_words(change, "names"))
    return Plan(tuple(files), Affected(change.topic, tuple(sites), names, _attribute(change)))


def _topic_file(workshop: Workshop, change: KnownChange) -> FileChange:
    before = workshop.file(workshop.topic_path).read_bytes()
    text = _text(before)
    if change.kind is ChangeKind.ATTRIBUTE:
        attribute = Attribute.model_validate(change.detail["attribute"])
        new = text_with_attribute(text, attribute)
    else:
        new = text_with_aliases(text, str(change.detail["attribute"]), _words(change, "names"))
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    return FileChange(workshop.topic_path, before, mark + new.encode())


def _text(body: bytes | None) -> str:
    return (body or b"").decode("utf-8-sig")


def _shown(conn: Connection, workshop: Workshop, change: KnownChange) -> list[tuple[str, Shown]]:
    """Each site with a page that shows the name there, sites together."""
    ids = [decision.proposal_id for decision in decisions_of_change(conn, change.id)]
    found = sorted(proposals_by_id(conn, ids).values(), key=lambda one: (one.site, one.id))
    return [(one.site, _page_of(conn, workshop, one)) for one in found]


def _page_of(conn: Connection, workshop: Workshop, proposal: KnownProposal) -> Shown:
    body = stored_page(conn, workshop.topic_name, proposal.link_id)
    if body is None:
        raise RefusedError(
            f"the page that showed {proposal.name!r} on {proposal.site} is not in the archive; "
            "crawl the site again"
        )
    return Shown(page_at(workshop.archive, body), proposal.name, proposal.value)


def _words(change: KnownChange, key: str) -> list[str]:
    told = change.detail.get(key, [])
    return [str(one) for one in told] if isinstance(told, list) else []


def _attribute(change: KnownChange) -> str | None:
    told = change.detail.get("attribute")
    name = told.get("name") if isinstance(told, dict) else told
    return None if name is None else str(name)
