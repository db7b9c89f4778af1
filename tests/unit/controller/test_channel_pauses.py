"""How often a controller tries to tell a broker something: with pauses that grow, and at once when the broker moves."""

from __future__ import annotations

import asyncio
import logging

from kavka.common.lane import Lane
from kavka.controller.channel_manager import Channel
from kavka.controller.config import ControllerConfig
from kavka.controller.context import Endpoint
from kavka.controller.control_requests import ControlIdentity
from kavka.controller.pending_requests import BrokerUpdate
from kavka.protocol.inter_broker_versions import InterBrokerVersion
from kavka.timer.clock import ManualClock


def channel_to(dial, clock, *, first_ms=1):
    config = ControllerConfig.for_protocol(InterBrokerVersion("3.0-IV1"), broker_id=1, retry_backoff_ms=first_ms)
    identity = ControlIdentity(
        controller_id=1,
        controller_epoch=1,
        broker_id=2,
        broker_epoch=1,
        versions=config.versions,
        inter_broker_listener="PLAINTEXT",
    )

    async def respond(event):
        raise AssertionError("nothing is ever answered here")

    channel = Channel(
        endpoint=Endpoint("PLAINTEXT", "here", 1, "PLAINTEXT"),
        identity=identity,
        config=config,
        dial=dial,
        on_response=respond,
        lane=Lane(),
        clock=clock,
    )
    channel.enqueue(BrokerUpdate(live_brokers=(), is_metadata_sent=True))
    return channel


async def turns():
    for _ in range(10):
        await asyncio.sleep(0)


async def test_pauses_grow_to_a_cap_while_a_broker_cannot_be_reached(caplog, monkeypatch):
    monkeypatch.setattr("kavka.controller.config.RETRY_BACKOFF_MS_MAX", 8)
    caplog.set_level(logging.WARNING, "kavka.controller.channel_manager")
    clock = ManualClock()
    tries = []

    async def dial(host, port, client_id):
        tries.append(clock.monotonic_ms())
        raise ConnectionRefusedError("nobody there")

    task = asyncio.create_task(channel_to(dial, clock).run())
    for _ in range(24):
        await turns()
        clock.advance(1)
    task.cancel()
    pauses = [record.args[4] for record in caplog.records]
    assert pauses[:5] == [1, 2, 4, 8, 8]
    assert tries == [0, 1, 3, 7, 15, 23]


async def test_a_broker_that_moves_is_told_at_once(monkeypatch):
    monkeypatch.setattr("kavka.controller.config.RETRY_BACKOFF_MS_MAX", 600_000)
    tries = []

    async def dial(host, port, client_id):
        tries.append((host, port))
        raise ConnectionRefusedError("nobody there")

    channel = channel_to(dial, ManualClock(), first_ms=600_000)
    task = asyncio.create_task(channel.run())
    await turns()
    channel.move(Endpoint("PLAINTEXT", "there", 2, "PLAINTEXT"))
    await turns()
    task.cancel()
    assert tries == [("here", 1), ("there", 2)]
