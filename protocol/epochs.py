"""Leader epochs and controller epochs, as two types that mypy keeps apart and that are plain ints at run time.

    LeaderEpoch      grows by one with every leader election of one partition; −1 is "unknown"
    ControllerEpoch  grows by one with every controller election of the cluster; −1 is "none has spoken"

    epoch + int → epoch of the same kind                   epoch < epoch of the same kind, or a literal
    leader epoch compared with a controller epoch, or one handed over for the other: refused by mypy
    a number that nobody called an epoch (a partition epoch, an offset), handed over for one: refused

A number becomes an epoch where it enters, once: a message's fields are declared as epochs (their stubs say so, the
decoders make ints), a batch header's field is one, `disk.checkpoint` reads a log's, `zk.znodes` a partition state's,
`controller.zk_election` the cluster's. Behind these, `LeaderEpoch(…)` stands around literals only. An epoch that goes
out is the int it is.

Not here: the epochs that count other things, brokers' lives, a state znode's versions, producers' lives and fetches of
a session. docs/decisions/0058 says why these two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:

    class LeaderEpoch(int):
        """Tells which leader of a partition it is, counted from 0."""

        def __add__(self, elections: int, /) -> LeaderEpoch: ...
        def __lt__(self, epoch: LeaderEpoch, /) -> bool: ...  # type: ignore[override]
        def __le__(self, epoch: LeaderEpoch, /) -> bool: ...  # type: ignore[override]
        def __gt__(self, epoch: LeaderEpoch, /) -> bool: ...  # type: ignore[override]
        def __ge__(self, epoch: LeaderEpoch, /) -> bool: ...  # type: ignore[override]

    class ControllerEpoch(int):
        """Tells which controller of the cluster it is, counted from 1."""

        def __add__(self, elections: int, /) -> ControllerEpoch: ...
        def __lt__(self, epoch: ControllerEpoch, /) -> bool: ...  # type: ignore[override]
        def __le__(self, epoch: ControllerEpoch, /) -> bool: ...  # type: ignore[override]
        def __gt__(self, epoch: ControllerEpoch, /) -> bool: ...  # type: ignore[override]
        def __ge__(self, epoch: ControllerEpoch, /) -> bool: ...  # type: ignore[override]

else:
    LeaderEpoch = ControllerEpoch = int

NO_LEADER_EPOCH: Final = LeaderEpoch(-1)
"""Stands for an epoch that is not known, in requests, responses and files."""

FIRST_LEADER_EPOCH: Final = LeaderEpoch(0)
"""A new partition's."""

NO_CONTROLLER_EPOCH: Final = ControllerEpoch(-1)
"""No controller has spoken yet."""

EPOCH_DURING_DELETE: Final = LeaderEpoch(-2)
"""StopReplica names it for a partition whose topic is being deleted: it overrides every other (KIP-570)."""
