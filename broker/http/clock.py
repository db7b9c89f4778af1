"""/clock: the time of a broker in a development cluster, stopped, moved and set going (`timer.dev_clock`).

GET  /clock                                      its readings, and whether it is frozen
POST /clock  {"action": "freeze"} it does not advance
POST /clock  {"action": "advance", "ms": 60000}  what is due by then happens now, in its order
POST /clock  {"action": "run"}                   it goes on

Sessions of groups, transactions, retention, checkpoints, the lag of replicas and every deadline of a request that waits
follow it; long polls, connections between brokers and the session with ZooKeeper do not. Each broker has its own.
409 unless the broker was started with kavka.dev.clock=true.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.messages import HttpError, Response, json_response

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request

ADVANCE_MS_MAX: Final = 10 * 366 * 24 * 3_600_000
"""Ten years."""


async def handle(request: Request, admin: Admin) -> Response:
    """Shows the clock, or moves a development clock."""
    dev_clock = admin.dev_clock
    if request.method == "GET":
        return json_response(_shown(admin))
    if dev_clock is None:
        raise HttpError(
            HTTPStatus.CONFLICT,
            "this broker's clock is the machine's and cannot be moved: start the cluster with kavka start --dev-clock "
            "(kavka.dev.clock=true)",
        )
    wanted = request.json()
    action = wanted.get("action") if isinstance(wanted, dict) else None
    rung = 0
    if action == "freeze":
        dev_clock.freeze()
    elif action == "run":
        dev_clock.run()
    elif action == "advance":
        rung = await dev_clock.advance(_milliseconds(wanted.get("ms")))
    else:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"action must be freeze, advance or run, not {action!r}")
    admin.feed.publish("clock", action=action, skipped_ms=dev_clock.skipped_ms)
    return json_response({**_shown(admin), "alarms_rung": rung})


def _shown(admin: Admin) -> dict[str, Any]:
    clock, dev_clock = admin.services.clock, admin.dev_clock
    return {
        "is_dev": dev_clock is not None,
        "is_frozen": dev_clock is not None and dev_clock.is_frozen,
        "now_ms": clock.now_ms(),
        "monotonic_ms": clock.monotonic_ms(),
        "skipped_ms": 0 if dev_clock is None else dev_clock.skipped_ms,
    }


def _milliseconds(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= ADVANCE_MS_MAX:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"ms must be a whole number from 0 to {ADVANCE_MS_MAX}, not {value!r}")
    return value
