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


def channel_to(opener, *, first_ms=1):
    config = ControllerConfig.for_profile("3.0", broker_id=1, retry_backoff_ms=first_ms)
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
        opener=opener,
        on_response=respond,
        lane=Lane(),
    )
    channel.enqueue(BrokerUpdate(live_brokers=(), is_metadata_sent=True))
    return channel


async def test_pauses_grow_to_a_cap_while_a_broker_cannot_be_reached(caplog, monkeypatch):
    monkeypatch.setattr("kavka.controller.config.RETRY_BACKOFF_MS_MAX", 8)
    caplog.set_level(logging.WARNING, "kavka.controller.channel_manager")
    tries = []

    async def opener(host, port):
        tries.append((host, port))
        raise ConnectionRefusedError("nobody there")

    task = asyncio.create_task(channel_to(opener).run())
    async with asyncio.timeout(10):
        while len(tries) < 6:  # noqa: ASYNC110 - the channel goes on by itself
            await asyncio.sleep(0.001)
    task.cancel()
    pauses = [record.args[4] for record in caplog.records]
    assert pauses[:5] == [1, 2, 4, 8, 8]


async def test_a_broker_that_moves_is_told_at_once(monkeypatch):
    monkeypatch.setattr("kavka.controller.config.RETRY_BACKOFF_MS_MAX", 600_000)
    tries = []

    async def opener(host, port):
        tries.append((host, port))
        raise ConnectionRefusedError("nobody there")

    channel = channel_to(opener, first_ms=600_000)
    task = asyncio.create_task(channel.run())
    async with asyncio.timeout(10):
        while not tries:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.001)
        channel.move(Endpoint("PLAINTEXT", "there", 2, "PLAINTEXT"))
        while len(tries) < 2:  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.001)
    task.cancel()
    assert tries == [("here", 1), ("there", 2)]
