"""GET /health: is this broker alive, and is it ready?

/health/live     200 while the loop turns: whoever reads this knows
/health/ready    200 when clients are served and the controller has spoken to this broker, else 503
/health          both, and why not; 200 or 503 as `ready`
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from kavka.broker.http.messages import Response, json_response

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request


def handle(request: Request, admin: Admin) -> Response:
    """Reports whether the broker is live or ready, as `request.path` asks."""
    if request.path == "/health/live":
        return json_response({"live": True})
    services = admin.services
    offline = [log_dir.path for log_dir in services.log_manager.offline_dirs]
    full = [state.log_dir.path for state in services.log_manager.returns.waiting]
    is_ready = admin.is_ready()
    report = {
        "live": True,
        "ready": is_ready,
        "broker": services.broker_id,
        "cluster": services.cluster_id,
        "controller": services.controller.active_controller_id,
        "offline_log_dirs": offline,
        "full_log_dirs": full,
    }
    return json_response(report, status=HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE)
