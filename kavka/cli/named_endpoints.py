"""The admin endpoints of the cluster that -b or KAVKA_BOOTSTRAP names, as far as a Kafka client can learn of them.

    metadata ─▶ every broker ─▶ DescribeConfigs: kavka.admin.listener, listeners ─▶ http://host:port ─▶ is it this one?

Where an endpoint is, brokers write into ZooKeeper alone, which clients do not reach. Its configuration says as much: an
address, or a host, whose port is the first listener's + 10000. An endpoint on another port (that one was taken, or 0
was asked for) is not found, and said to be so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from kavka.admin_http import AdminHttp, AdminRefused, AdminUnreachable
from kavka.cli.cli_error import CliError
from kavka.cli.client_settings import admin_settings
from kavka.cli.exit_codes import ExitCode
from kavka.cli.options import REACH_TIMEOUT_MS
from kavka.cli.runner import run_async
from kavka.client.admin import Admin

if TYPE_CHECKING:
    from kavka.client.metadata import BrokerAddress

LISTENER_KEY: Final = "kavka.admin.listener"
PORT_DISTANCE: Final = 10_000
"""`broker.http.setup` takes the first listener's port and as much more, where only a host is configured."""
_EVERYWHERE: Final = ("0.0.0.0", "::")


class NamedEndpoint(NamedTuple):
    """A broker, and where its configuration says that its endpoint is."""

    broker: int
    url: str


def named_endpoints(bootstrap: str, *, token: str | None) -> list[NamedEndpoint]:
    """Finds the endpoints of a cluster's brokers; another broker's is left out.

    Raises:
        CliError: nobody answers, or no endpoint can be found.
    """
    cluster_id, candidates = run_async(_candidates(bootstrap))
    found = [one for one in candidates if not _is_others(one, cluster_id, token)]
    if not found:
        raise CliError(
            f"the brokers at {bootstrap} do not say where their admin endpoints are; name one with --admin URL, or "
            "the directory that they run on with --data-dir DIR",
            ExitCode.UNREACHABLE,
        )
    return found


async def _candidates(bootstrap: str) -> tuple[str | None, list[NamedEndpoint]]:
    async with Admin(bootstrap, **admin_settings("kavka-admin")) as admin:
        cluster = await admin.describe_cluster()
        found = []
        for broker in cluster.brokers:
            entries = await admin.describe_broker_configs(broker.broker_id)
            url = endpoint_url({entry.name: entry.value or "" for entry in entries}, broker)
            if url is not None:
                found.append(NamedEndpoint(broker.broker_id, url))
        return cluster.cluster_id, found


def endpoint_url(settings: Mapping[str, str], broker: BrokerAddress) -> str | None:
    """Returns a broker's endpoint by its settings; None: it has none, or its port is unknown."""
    text = settings.get(LISTENER_KEY, "")
    try:
        parts = urlsplit(f"//{text}")
        first = urlsplit(settings.get("listeners", "").split(",")[0].strip())
        host = parts.hostname
        port = (first.port or broker.port) + PORT_DISTANCE if parts.port is None else parts.port
    except ValueError:
        return None
    if not text or not host or not 0 < port < 1 << 16:
        return None
    host = broker.host if host in _EVERYWHERE else host
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _is_others(endpoint: NamedEndpoint, cluster_id: str | None, token: str | None) -> bool:
    """Whether another broker, or no broker at all, answers there; silence and refusals are its caller's to report."""
    try:
        shown = AdminHttp(endpoint.url, token=token, timeout_ms=REACH_TIMEOUT_MS).get("/state/broker")
    except AdminUnreachable:
        return False
    except AdminRefused as error:
        return error.status not in (401, 403)
    except ValueError:
        return True
    return bool((shown.get("id"), shown.get("cluster_id")) != (endpoint.broker, cluster_id))
