"""/faults: rules that make chosen requests fail on this broker (`broker.requests.faults` says what a rule can name).

GET    /faults        the rules, with how often each matched and struck
POST   /faults        {"api": "PRODUCE", "action": "error", "error": "NOT_LEADER_OR_FOLLOWER", "times": 3}, or a list
DELETE /faults        all of them
DELETE /faults/3      one
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from kavka.broker.http.messages import HttpError, Response, json_response
from kavka.broker.requests.faults import FaultError

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request


def handle(request: Request, admin: Admin) -> Response:
    """Returns the fault rules, adds some or deletes some."""
    tap = admin.faults
    if request.method == "POST":
        wanted = request.json()
        try:
            added = [tap.rules.add(rule) for rule in (wanted if isinstance(wanted, list) else [wanted])]
        except FaultError as error:
            raise HttpError(HTTPStatus.BAD_REQUEST, str(error)) from error
        finally:
            tap.rules_changed()
        return json_response([rule.told() for rule in added], status=HTTPStatus.CREATED)
    if request.method == "DELETE":
        return _delete(request, admin)
    return json_response([rule.told() for rule in tap.rules])


def _delete(request: Request, admin: Admin) -> Response:
    tap = admin.faults
    text = request.params.get("id")
    if text is None:
        removed = tap.rules.clear()
    else:
        removed = int(text.isdecimal() and tap.rules.remove(int(text)))
        if not removed:
            raise HttpError(HTTPStatus.NOT_FOUND, f"there is no rule {text}")
    tap.rules_changed()
    return json_response({"removed": removed})
