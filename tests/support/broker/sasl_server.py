"""A listener with logins on a free port, its users in memory; behind it Metadata answers with whom it is served."""

from __future__ import annotations

import asyncio
import random
import time
from types import SimpleNamespace
from typing import Any

from kavka.broker.config.settings import settings_of
from kavka.broker.metrics import BrokerMetrics
from kavka.broker.network.binding import bind_address
from kavka.broker.network.connection_limits import ConnectionLimits
from kavka.broker.network.listener import Listener
from kavka.broker.network.sasl_gate import SaslGateway, UnprovedBytes
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.broker.security.sasl.failed_logins import FailedLogins
from kavka.broker.security.sasl.listener_logins import Authorities, ListenerLogins
from kavka.common.jaas import PLAIN_MODULE
from kavka.common.lane import Lanes
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.common.machine_network import MachineNetwork
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import ApiVersionsResponse, MetadataResponse
from kavka.protocol.sasl.scram_keys import HASHES, credential_of, salted_password
from kavka.timer.clock import SystemClock
from tests.support.broker.parts import handling, load_handler

RANGES = {
    int(ApiKey.METADATA): (0, 9),
    int(ApiKey.API_VERSIONS): (0, 3),
    int(ApiKey.SASL_HANDSHAKE): (0, 1),
    int(ApiKey.SASL_AUTHENTICATE): (0, 2),
}
NAMES = {
    ApiKey.METADATA: "metadata",
    ApiKey.API_VERSIONS: "api_versions",
    ApiKey.SASL_HANDSHAKE: "sasl_handshake",
    ApiKey.SASL_AUTHENTICATE: "sasl_authenticate",
}
FRAME_BYTES_MAX = 2 * 1024 * 1024
LISTENER = "CLIENTS"
PASSWORDS = {"alice": "wonder,land=1", "bob": "builder"}
USERS = "".join(f' user_{name}="{password}"' for name, password in PASSWORDS.items())
DEFAULTS = {
    "sasl.enabled.mechanisms": ["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"],
    f"listener.name.{LISTENER.lower()}.plain.sasl.jaas.config": f"{PLAIN_MODULE} required{USERS};",
}


def credentials(iterations: int = 4096) -> dict[tuple[str, str], Any]:
    return {
        (mechanism, name): credential_of(
            mechanism, salted_password(mechanism, password.encode(), b"salt", iterations), b"salt", iterations
        )
        for mechanism in HASHES
        for name, password in PASSWORDS.items()
    }


class SaslServer:
    """One listener; `async with` starts and ends it.

    Attributes:
        users: (mechanism, name) → credential.
        tokens: (mechanism, id) → token.
    """

    def __init__(self, settings: dict[str, Any] | None = None, **differs: Any) -> None:
        self.metrics = BrokerMetrics()
        self.users = credentials()
        self.tokens: dict[tuple[str, str], Any] = {}
        self.clock = differs.pop("clock", SystemClock())
        self.unproved = differs.pop("unproved", UnprovedBytes())
        self.delay_ms = differs.pop("delay_ms", 1)
        self._login_ms_max = differs.pop("login_ms_max", 30_000)
        self._listener_settings = settings_of(DEFAULTS | (settings or {})).of_listener(LISTENER)
        self._limits = ConnectionLimits()
        self._has_gate = differs.pop("has_gate", True)
        assert not differs
        self._tasks = asyncio.TaskGroup()

    async def __aenter__(self) -> SaslServer:
        await self._tasks.__aenter__()
        dispatcher = Dispatcher(
            clock=self.clock,
            metrics=self.metrics,
            ranges=RANGES,
            tasks=self._tasks,
            ticks=time.perf_counter_ns,
            lanes=Lanes(),
            make_handler=lambda api: self._load(NAMES[api]),
        )
        authorities = Authorities(
            scram_user=lambda mechanism, name: self.users.get((mechanism, name)),
            token=lambda mechanism, token_id: self.tokens.get((mechanism, token_id)),
            secret=b"secret",
            random_bits=random.Random(1).getrandbits,
            now_ms=self.clock.now_ms,
            filesystem=MachineFileSystem(),
        )
        self.failed = FailedLogins()
        gateway = SaslGateway(
            logins=ListenerLogins(self._listener_settings, authorities),
            dispatcher=dispatcher,
            metrics=self.authentication,
            failed=self.failed,
            unproved=self.unproved,
            clock=self.clock,
            machine_clock=SystemClock(),
            delay_ms=lambda: self.delay_ms,
            login_ms_max=self._login_ms_max,
        )
        self.listener = Listener(
            name=LISTENER,
            host="127.0.0.1",
            bound=bind_address(MachineNetwork(), LISTENER, "127.0.0.1", 0),
            ticks=time.perf_counter_ns,
            dispatcher=dispatcher,
            limits=self._limits,
            network=self.metrics.network,
            clock=self.clock,
            loop=asyncio.get_running_loop(),
            frame_bytes_max=FRAME_BYTES_MAX,
            idle_ms_max=600_000,
            gateway=gateway if self._has_gate else None,
            machine_clock=SystemClock(),
        )
        await self.listener.start()
        return self

    async def __aexit__(self, *details: Any) -> None:
        await self.listener.close(timeout_ms=1000)
        await self._tasks.__aexit__(*details)

    @property
    def authentication(self) -> Any:
        return self.metrics.network.listener(LISTENER).authentication

    def _load(self, name: str) -> Any:
        own = {"metadata": _metadata, "api_versions": _api_versions}.get(name)
        return handling(load_handler(name), None) if own is None else SimpleNamespace(handle=own)


def _api_versions(request: Any, ctx: Any) -> ApiVersionsResponse:
    listed = [
        ApiVersionsResponse.ApiVersion(api_key=key, min_version=low, max_version=high)
        for key, (low, high) in RANGES.items()
    ]
    return ApiVersionsResponse(api_keys=listed)


def _metadata(request: Any, ctx: Any) -> MetadataResponse:
    return MetadataResponse(cluster_id=str(ctx.connection.principal))
