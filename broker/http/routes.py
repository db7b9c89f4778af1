"""The paths of an admin endpoint: a broker's own, and those of what is plugged into it.

    a request ─▶ find_route(its method and path, routes) ─▶ Route ─▶ the module that handles it, and the path's names

    OWN_ROUTES                    what one broker says of itself and does to itself; modules beside this one
    Routes, a port                what an entry point plugs in: `kavka.console.routes` is one, found by its name

A broker knows of what is plugged in a module's name and nothing else: `plugged` imports it with the first request, so a
start costs the same with it and without. Not here: who may ask (`guard`), and how a route is called (`server`).
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Final, NamedTuple, Protocol, cast

from kavka.broker.http.messages import HttpError, Request


class Route(NamedTuple):
    """The handler of a path: a segment `{name}` matches any one segment, a last `{name...}` all that follow.

    `module` is the whole name of a module with `handle(request, admin)`.
    """

    method: str
    pattern: str
    module: str


class Routes(Protocol):
    """A module that is plugged into an endpoint: its paths are none of the broker's.

    Its handlers get the request and the endpoint's `Admin`, as the broker's own do.
    """

    ROUTES: Sequence[Route]


OWN_ROUTES: Final = (
    Route("GET", "/health", "kavka.broker.http.health"),
    Route("GET", "/health/live", "kavka.broker.http.health"),
    Route("GET", "/health/ready", "kavka.broker.http.health"),
    Route("GET", "/metrics", "kavka.broker.http.metrics"),
    Route("GET", "/state", "kavka.broker.http.state"),
    Route("GET", "/state/{part}", "kavka.broker.http.state"),
    Route("GET", "/state/{part}/{name}", "kavka.broker.http.state"),
    Route("GET", "/events", "kavka.broker.http.events"),
    Route("GET", "/wait", "kavka.broker.http.wait"),
    Route("GET", "/faults", "kavka.broker.http.faults"),
    Route("POST", "/faults", "kavka.broker.http.faults"),
    Route("DELETE", "/faults", "kavka.broker.http.faults"),
    Route("DELETE", "/faults/{id}", "kavka.broker.http.faults"),
    Route("GET", "/transcript", "kavka.broker.http.transcript"),
    Route("POST", "/transcript", "kavka.broker.http.transcript"),
    Route("DELETE", "/transcript", "kavka.broker.http.transcript"),
    Route("GET", "/clock", "kavka.broker.http.clock"),
    Route("POST", "/clock", "kavka.broker.http.clock"),
)


def all_routes(plugged: Sequence[str] = ()) -> tuple[Route, ...]:
    """Lists a broker's own routes and those of modules that are plugged in; imports these.

    Args:
        plugged: names of modules that are `Routes`.
    """
    modules = [cast(Routes, importlib.import_module(name)) for name in plugged]
    return (*OWN_ROUTES, *(route for module in modules for route in module.ROUTES))


def find_route(request: Request, routes: Sequence[Route]) -> tuple[Route, Mapping[str, str]]:
    """Finds a request's route, and what the pattern found in the path.

    Raises:
        HttpError: 404 where no route has the path, 405 where one has it for another method.
    """
    method = "GET" if request.method == "HEAD" else request.method
    segments = request.path.split("/")
    allowed = []
    for route in routes:
        params = _match(route.pattern.split("/"), segments)
        if params is not None:
            if route.method == method:
                return route, params
            allowed.append(route.method)
    if allowed:
        raise HttpError(HTTPStatus.METHOD_NOT_ALLOWED, f"{request.path} takes {', '.join(sorted(set(allowed)))}")
    known = ", ".join(sorted({route.pattern for route in routes if "{" not in route.pattern}))
    raise HttpError(HTTPStatus.NOT_FOUND, f"there is nothing at {request.path}; there is {known}")


def _match(pattern: list[str], segments: list[str]) -> Mapping[str, str] | None:
    params: dict[str, str] = {}
    for position, part in enumerate(pattern):
        if part.startswith("{") and part.endswith("...}"):
            params[part[1:-4]] = "/".join(segments[position:])
            return params
        if position >= len(segments):
            return None
        if part.startswith("{"):
            params[part[1:-1]] = segments[position]
        elif part != segments[position]:
            return None
    return params if len(pattern) == len(segments) else None
