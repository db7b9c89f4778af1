"""The admin endpoint of one broker: an address, its routes, and the tasks that respond.

    AdminAddress binds, no more than a socket   run    accepts; the first client pays for importing h11 and the routes
    a request ─▶ Guard ─▶ routes ─▶ <module>.handle(request, admin) ─▶ Response │ EventStream │ awaitable

Never in the way of Kafka's own requests: one request of a client at a time, few clients, what takes long is the route's
to slice. A route that fails becomes a 500 and logged with its trace; the broker goes on.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import logging
from collections.abc import Collection, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.guard import Guard, is_loopback
from kavka.broker.http.messages import EventStream, HttpError, Request, Response
from kavka.broker.http.token import NO_TOKEN, AdminToken
from kavka.common.refusal import Refusal
from kavka.common.tasks import TaskHost

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.connection import HttpConnection
    from kavka.broker.http.routes import Route
    from kavka.common.network import BoundAddress, Network
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

CONNECTIONS_MAX: Final = 64
"""Clients at a time; more are closed at once."""
BACKLOG: Final = 100
"""Connections that wait to be accepted."""


class AdminServerError(OSError):
    """The endpoint cannot be offered as asked; the message says why."""


class AdminAddress:
    """The address of one broker's endpoint, taken before there is anything to see there: the broker registers it.

    Args:
        host: where to listen.
        port: 0 takes a free one.
        is_port_fixed: whether the port was asked for; else another is taken where it is in use.
        token: what clients must show; needed where others than this machine reach the address.
        open_paths: first segments of what is shown without it.
        is_read_only: whether nothing may be changed.

    Attributes:
        guard: who may come.

    Raises:
        AdminServerError: reachable from elsewhere, and no token.
    """

    __slots__ = ("_address", "_host", "_is_port_fixed", "_port", "guard")

    def __init__(
        self,
        *,
        host: str,
        port: int,
        is_port_fixed: bool = True,
        token: AdminToken = NO_TOKEN,
        open_paths: Collection[str] = (),
        is_read_only: bool = False,
    ) -> None:
        if not is_loopback(host) and not token.value:
            raise AdminServerError(
                f"the admin endpoint would be reachable at {host} by everybody: set kavka.admin.token, "
                "or kavka.admin.listener to 127.0.0.1"
            )
        self._host = host
        self._port = port
        self._is_port_fixed = is_port_fixed
        self._address: BoundAddress | None = None
        self.guard = Guard(host, token=token, open_paths=open_paths, is_read_only=is_read_only)

    @property
    def url(self) -> str:
        """Returns the URL that the endpoint listens on, after `bind`."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self._port}"

    @property
    def bound(self) -> BoundAddress:
        """Returns the address that was bound, after `bind`."""
        assert self._address is not None, "bind comes first"
        return self._address

    def bind(self, network: Network) -> None:
        """Binds the address.

        Raises:
            AdminServerError: it cannot be had.
        """
        try:
            try:
                bound = network.bind(self._host, self._port, backlog=BACKLOG, is_dual_stack=False)
            except OSError:
                if self._is_port_fixed:
                    raise
                bound = network.bind(self._host, 0, backlog=BACKLOG, is_dual_stack=False)
        except OSError as error:
            raise AdminServerError(
                f"the admin endpoint cannot listen on {self._host}:{self._port}: {error.strerror}; "
                "name another with kavka.admin.listener, or switch it off with kavka.admin.listener="
            ) from error
        self._address = bound
        self._port = bound.port

    def abandon(self) -> None:
        """Releases the address where no server ever ran on it."""
        if self._address is not None:
            self._address.close()


class AdminServer:
    """One broker's endpoint.

    Args:
        admin: what routes may see and do.
        address: where it serves; bound.
        clock: how long clients may take.
        plugged: names of modules with more routes (`routes.Routes`).
    """

    __slots__ = ("_address", "_admin", "_clock", "_connections", "_host", "_plugged", "_routes")

    def __init__(self, admin: Admin, address: AdminAddress, *, clock: Clock, plugged: Sequence[str] = ()) -> None:
        self._admin = admin
        self._clock = clock
        self._address = address
        self._plugged = tuple(plugged)
        self._routes: tuple[Route, ...] = ()
        """Empty until the first request."""
        self._host = TaskHost()
        self._connections: set[HttpConnection] = set()

    @property
    def url(self) -> str:
        """Returns the URL that the endpoint listens on."""
        return self._address.url

    async def run(self) -> None:
        """Serves until cancelled."""
        address = self._address.bound
        await address.serve(self._accept, backlog=BACKLOG)
        try:
            await self._host.run()
        finally:
            address.close()
            for connection in list(self._connections):
                connection.close()

    def _accept(self) -> asyncio.Protocol:
        from kavka.broker.http.connection import HttpConnection  # the first client pays, not the start

        if len(self._connections) >= CONNECTIONS_MAX or not self._host.is_running:
            return Refusal()
        connection = HttpConnection(
            self._respond,
            clock=self._clock,
            spawn=self._spawn,
            on_lost=self._connections.discard,
        )
        self._connections.add(connection)
        return connection

    def _spawn(self, connection: HttpConnection) -> asyncio.Task[None]:
        return self._host.spawn(connection.serve(), name="admin request")

    async def _respond(self, request: Request) -> Response | EventStream:
        self._address.guard.check(request)
        try:
            handler = self._handler(request)
            answer: Any = handler.handle(request, self._admin)
            if inspect.isawaitable(answer):
                answer = await answer
        except HttpError:
            raise
        except Exception as error:
            _log.exception("the admin endpoint failed at %s %s", request.method, request.path)
            raise HttpError(HTTPStatus.INTERNAL_SERVER_ERROR, "this failed; the broker's log says why") from error
        assert isinstance(answer, Response | EventStream)
        return answer

    def _handler(self, request: Request) -> Any:
        """Returns the module that handles a request; the path's names are the request's `params` then."""
        from kavka.broker.http.routes import all_routes, find_route  # the first client pays, not the start

        if not self._routes:
            self._routes = all_routes(self._plugged)
        route, request.params = find_route(request, self._routes)
        return importlib.import_module(route.module)
