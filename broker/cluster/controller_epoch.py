"""The latest controller epoch that this broker has seen: which controller's requests count.

    LeaderAndIsr, StopReplica, UpdateMetadata ─▶ see ─▶ latest ─▶ older requests are refused, ISRs are written under it
                                                             └─▶ this broker's own controller looks who leads

Held apart from the replica manager, because what writes ISRs for it and the controller beside it need it, too. Not
here: the controller's own epoch, which ZooKeeper keeps (`controller.context`).
"""

from __future__ import annotations

from kavka.protocol.epochs import NO_CONTROLLER_EPOCH, ControllerEpoch


class LatestControllerEpoch:
    """The latest controller epoch that any request has shown.

    Attributes:
        latest: −1 before the first.
    """

    __slots__ = ("latest",)

    def __init__(self) -> None:
        self.latest = NO_CONTROLLER_EPOCH

    def see(self, controller_epoch: ControllerEpoch) -> None:
        """Takes over the epoch of a request that was not refused."""
        self.latest = max(self.latest, controller_epoch)
