"""Makes another broker the controller: what `kavka cluster move-controller` does in ZooKeeper.

    delete /controller ─▶ every broker, the former controller included, tries to create it ─▶ one of them has it
             ▲                                                                                 │ not the one
             └─────────────────────────────────────────────────────────────────────────────────┘ that is wanted

Nobody can be appointed: an election is a race, so it is held again until the right broker has won. Each costs the
cluster a controller epoch and some milliseconds without a controller; producers and consumers do not notice.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final, NamedTuple

from kavka.cli.cli_error import CliError
from kavka.cli.exit_codes import ExitCode
from kavka.cli.zookeeper_session import zookeeper_session
from kavka.zk import paths
from kavka.zk.acls import ZkLogin
from kavka.zk.client import ZkClient
from kavka.zk.errors import BadVersion, NoNode
from kavka.zk.znodes import ControllerZNode

ELECTIONS_MAX: Final = 100
"""Among three brokers a certain one loses so many in a row once in 10^17 times."""
ELECTION_TIMEOUT_S: Final = 10


class ControllerMove(NamedTuple):
    """What came of it.

    Attributes:
        before: the former controller; None: there was none.
        now: the controller.
        elections: how many it took.
    """

    before: int | None
    now: int
    elections: int


async def move_controller(hosts: str, login: ZkLogin | None, *, to: int | None) -> ControllerMove:
    """Holds elections until another broker is the controller, or a certain one.

    Args:
        hosts: ZooKeeper's addresses.
        login: who asks.
        to: the broker that shall be the controller; None: any but the present one.

    Raises:
        CliError: there is no such broker, or nobody is elected.
    """
    async with zookeeper_session(hosts, login) as client:
        alive = [int(name) for name in await client.children(paths.BROKER_IDS)]
        before = await _controller(client)
        wanted = {to} if to is not None else set(alive) - {before}
        if to is not None and to not in alive:
            there = ", ".join(map(str, sorted(alive)))
            raise CliError(f"there is no broker {to} in this cluster now; alive are: {there}", ExitCode.NOT_FOUND)
        if not wanted:
            raise CliError(f"broker {before} is the only one that is alive, and the controller")
        now = before
        for elections in range(ELECTIONS_MAX):
            if now is not None and now in wanted:
                return ControllerMove(before, now, elections)
            now = await _elect(client)
        raise CliError(f"{ELECTIONS_MAX} elections, and broker {now} won the last one as well; try again")


async def _elect(client: ZkClient) -> int:
    """Ends the controller's office, if somebody has it, and returns who is elected."""
    with suppress(NoNode, BadVersion):
        _, stat = await client.get(paths.CONTROLLER)
        await client.delete(paths.CONTROLLER, stat.version)
    try:
        async with asyncio.timeout(ELECTION_TIMEOUT_S):
            while True:
                changed = asyncio.Event()
                if await client.exists(paths.CONTROLLER, lambda *_, changed=changed: changed.set()) is None:
                    await changed.wait()
                elected = await _controller(client)
                if elected is not None:
                    return elected
    except TimeoutError:
        raise CliError(f"no broker became the controller within {ELECTION_TIMEOUT_S} s") from None


async def _controller(client: ZkClient) -> int | None:
    try:
        data, _ = await client.get(paths.CONTROLLER)
        return ControllerZNode.decode(data).broker_id
    except (NoNode, ValueError):
        return None
