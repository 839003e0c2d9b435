"""`/monitor`: for the admin."""

from __future__ import annotations

import time

from flask import Blueprint, render_template, request
from rich.filesize import decimal

from search_ui.access.guard import admin_only
from search_ui.monitoring.index_state import index_state
from search_ui.monitoring.moments import time_element
from search_ui.monitoring.report import MonitorReport
from search_ui.monitoring.sparkline import SPARKLINE_HEIGHT, SPARKLINE_WIDTH
from search_ui.site import this_site

monitor_views = Blueprint("monitor", __name__)


@monitor_views.get("/monitor")
@admin_only
def monitor() -> str:
    site = this_site()
    kind = request.args.get("kind")
    report = None
    if site.ledger is not None:
        with site.ledger.reading() as conn:
            report = MonitorReport.read(conn, site.topic_name, time.time(), kind)
    return render_template(
        "monitor/monitor.html",
        report=report,
        kind=kind,
        index=index_state(site),
        width=SPARKLINE_WIDTH,
        height=SPARKLINE_HEIGHT,
        moment=time_element,
        span=_span,
        size=decimal,
    )


def _span(seconds: float) -> str:
    """How long, for people.

    >>> _span(42.4), _span(200), _span(7_500)
    ('42 s', '3 min 20 s', '2 h 5 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
