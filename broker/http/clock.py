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
from kavka.timer.dev_clock import DevClock

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.timer.clock import Clock

ADVANCE_MS_MAX: Final = 10 * 366 * 24 * 3_600_000
"""Ten years."""


async def handle(request: Request, admin: Admin) -> Response:
    """Shows the clock, or moves a development clock."""
    clock = admin.services.clock
    if request.method == "GET":
        return json_response(_shown(clock))
    if not isinstance(clock, DevClock):
        raise HttpError(
            HTTPStatus.CONFLICT,
            "this broker's clock is the machine's and cannot be moved: start the cluster with kavka start --dev-clock "
            "(kavka.dev.clock=true)",
        )
    wanted = request.json()
    action = wanted.get("action") if isinstance(wanted, dict) else None
    rung = 0
    if action == "freeze":
        clock.freeze()
    elif action == "run":
        clock.run()
    elif action == "advance":
        rung = await clock.advance(_milliseconds(wanted.get("ms")))
    else:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"action must be freeze, advance or run, not {action!r}")
    admin.feed.publish("clock", action=action, skipped_ms=clock.skipped_ms)
    return json_response({**_shown(clock), "alarms_rung": rung})


def _shown(clock: Clock) -> dict[str, Any]:
    return {
        "is_dev": isinstance(clock, DevClock),
        "is_frozen": isinstance(clock, DevClock) and clock.is_frozen,
        "now_ms": clock.now_ms(),
        "monotonic_ms": clock.monotonic_ms(),
        "skipped_ms": clock.skipped_ms if isinstance(clock, DevClock) else 0,
    }


def _milliseconds(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= ADVANCE_MS_MAX:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"ms must be a whole number from 0 to {ADVANCE_MS_MAX}, not {value!r}")
    return value
