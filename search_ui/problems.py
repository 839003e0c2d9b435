"""What a visitor sees where something is wrong: a page in their language, or JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import current_app, jsonify, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError

from search_ui.languages import words

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug import Response as AnyResponse


def show_errors(app: Flask) -> None:
    app.register_error_handler(HTTPException, _tell)
    app.register_error_handler(Exception, _tell_failure)


def _tell(problem: HTTPException) -> AnyResponse:
    code = problem.code or 500
    if problem.response is not None:
        return problem.get_response()
    if request.path.endswith((".json", ".csv")) or request.is_json:
        answer = jsonify(error={"status": code, "reason": problem.description})
    else:
        key = f"problem.{code}" if f"problem.{code}" in words() else "problem.400"
        what = f"{key}.what"
        answer = current_app.make_response(
            render_template(
                "problem.html", code=code, key=key, what=what if what in words() else None
            )
        )
    answer.status_code = code
    for name, value in problem.get_headers():
        if name not in {"Content-Type", "Content-Length"}:
            answer.headers[name] = value
    return answer


def _tell_failure(failure: Exception) -> AnyResponse:
    current_app.logger.error("A page failed: %r", request.path, exc_info=failure)
    return _tell(InternalServerError())
