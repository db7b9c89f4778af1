"""Members of a group who come, leave and crash: the changes that workloads of groups make, of any kind of member."""

from __future__ import annotations

from typing import Protocol

from kavka.simulation.workloads.ground import ClientLife, Ground


class Members(Protocol):
    """Who starts and ends the members of a group."""

    def join(self) -> ClientLife:
        """Starts a member."""

    def leave(self, life: ClientLife, /) -> None:
        """Has a member leave the group in order."""

    def kill(self, life: ClientLife, /) -> None:
        """Ends a member's process at once."""


async def come_and_go(ground: Ground, everybody: Members, *, members_max: int, change_ms: float) -> None:
    """Changes a group of one member to so many, until the workload is to stop.

    Args:
        ground: the workload's.
        everybody: starts and ends them.
        members_max: how many there are at most.
        change_ms: from one change to the next, on average.
    """
    rng = ground.rng
    members = [everybody.join()]
    while not ground.is_stopping:
        if len(members) < members_max and (len(members) == 1 or rng.random() < 0.5):
            members.append(everybody.join())
            ground.counts["joined"] += 1
        else:
            gone = members.pop(rng.randrange(len(members)))
            if rng.random() < 0.5:
                everybody.leave(gone)
                ground.counts["left"] += 1
            else:
                everybody.kill(gone)
                ground.counts["crashes"] += 1
        await ground.pause(ground.about(change_ms))
