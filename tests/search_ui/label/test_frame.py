"""What the frame is allowed to do: nothing but show, and tell which text was clicked."""

from __future__ import annotations

import base64
import hashlib
import re
from io import BytesIO
from typing import TYPE_CHECKING

from tests.search_ui.log_in import token_in

if TYPE_CHECKING:
    from tests.search_ui.label.conftest import LabellingSite


def test_the_policy_lets_one_script_run_and_it_is_ours(labelling: LabellingSite) -> None:
    answer = labelling.admin.get(f"/label/page/{labelling.key()}/look")
    policy = answer.headers["Content-Security-Policy"].split("; ")
    scripts = re.findall(r"(?s)<script>(.*?)</script>", answer.text)
    assert len(scripts) == answer.text.count("<script") == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert "sandbox allow-scripts" in policy
    assert "default-src 'none'" in policy
    assert "form-action 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert not any("allow-same-origin" in part or "connect-src" in part for part in policy)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_page_around_it_sandboxes_it_too(labelling: LabellingSite) -> None:
    page = labelling.admin.get(f"/label/page/{labelling.key()}").text
    assert re.findall(r'<iframe [^>]*sandbox="([^"]*)"', page) == ["allow-scripts"]


def test_a_hostile_page_brings_nothing_of_its_own_into_it(labelling: LabellingSite) -> None:
    body = (
        b"<script>fetch('/label/page/s1',{method:'POST'})</script><p onclick=alert(1)>x"
        b"<form action=/label/page/s1 method=post><input name=save value=active></form>"
        b"<style>p{background:url(/label)}</style><meta http-equiv=refresh content=0;url=/label>"
        b"</body></html><script>alert(1)</script>"
    )
    url = "http://a.example/"
    brought = labelling.post("/label/upload", page=(BytesIO(body), "a.html"), url=url)
    frame = labelling.admin.get(f"{brought.location}/look").text
    assert frame.count("<script") == 1
    for word in ("alert", "fetch(", "onclick=", "<form", "<input", "http-equiv", "url(/label"):
        assert word not in frame


FOREIGN = ({"Origin": "null"}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"})


def test_even_with_a_token_nothing_is_saved_from_another_origin(labelling: LabellingSite) -> None:
    """A sandboxed frame's origin is null; it has no token either."""
    path = f"/label/page/{labelling.key()}"
    token = token_in(labelling.admin.get("/label").text)
    pair = {"attribute": "重量", "name": "", "value": "x", "name_leaf": "", "value_leaves": ""}
    form = {"csrf_token": token, "save": "draft", **pair}
    for headers in FOREIGN:
        assert labelling.admin.post(path, data=form, headers=headers).status_code == 403
    assert not (labelling.data / "drafts").exists()
    assert labelling.admin.post(path, data=form).status_code == 303
