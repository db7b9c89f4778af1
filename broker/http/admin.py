"""What the admin endpoint's routes may see and do: one broker, and what `app` alone knows of it.

Plain references, like `BrokerServices`, and built by `app` like them. The controller is seen through a Protocol: the
broker's packages know nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from broker.services import BrokerServices


class ControllerView(Protocol):
    """The controller of this process, as it lets itself be looked at; `controller.controller.Controller` is one."""

    @property
    def is_active(self) -> bool:
        """Whether it decides now."""


class Admin:
    """One broker, as its admin endpoint sees it.

    Attributes:
        services: the broker, as its handlers see it.
        controller: the controller of this process, active or not.
        is_ready: whether clients are served and the controller has spoken.
    """

    __slots__ = ("controller", "is_ready", "services")

    def __init__(self, services: BrokerServices, controller: ControllerView, is_ready: Callable[[], bool]) -> None:
        self.services = services
        self.controller = controller
        self.is_ready = is_ready
