"""The clients' quotas that hold now: what changes while a broker runs, in a place that never does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kavka.broker.quota.client_quotas import ClientQuotas


class LiveQuotas:
    """Holds the clients' quotas for handlers.

    Attributes:
        current: what clients have used, and who has used too much; None while nobody has a quota, and no request pays
            for what nobody uses.
    """

    __slots__ = ("current",)

    def __init__(self) -> None:
        self.current: ClientQuotas | None = None

    def charge_by(self, quotas: ClientQuotas | None) -> None:
        """Charges clients from now on; None: nobody has a quota."""
        self.current = quotas
