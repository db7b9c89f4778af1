"""GET /console: the console's files, out of the package, to a browser.

They hold no data, so they are given without a token: the page asks for one and sends it with what it asks. Nothing is
loaded from anywhere else, no script runs but these (Content-Security-Policy), and the page shows what it gets as text.
A browser keeps a file and asks each time whether it is still the same, so that an upgrade is seen at once.

The page may also find out whether other brokers' endpoints answer, of those that are registered when it is loaded: it
goes on there when this broker does not (decision 0078).
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kavka.broker.http.messages import HttpError, Response
from kavka.console.peers import endpoint_of

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request

FOLDER: Final = Path(__file__).parent / "page"
START_PAGE: Final = "index.html"
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'{others}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
OTHERS_MAX: Final = 64
"""Brokers that a page may go on at."""
OTHERS_WAIT_MS: Final = 1_000
"""How long ZooKeeper may take to name them; a page is not to wait for it."""
_ORIGIN: Final = re.compile(r"https?://[\w.:\[\]-]+")
"""Registrations are foreign text, and this goes into a header."""


async def handle(request: Request, admin: Admin) -> Response:
    """Returns a file of the console."""
    name = request.params.get("path") or START_PAGE
    return respond(request, name, others=await _others(admin) if name == START_PAGE else [])


def respond(request: Request, name: str, *, others: Sequence[str]) -> Response:
    """Returns a file; only names that are in the folder are looked for.

    Args:
        request: may have the tag of what its browser has kept.
        name: the file's.
        others: endpoints that the page may ask whether they answer.

    Raises:
        HttpError: there is no such file.
    """
    path = next((entry for entry in FOLDER.iterdir() if entry.name == name and entry.suffix in TYPES), None)
    if path is None:
        raise HttpError(HTTPStatus.NOT_FOUND, f"the console has no file {name}; it begins at /console")
    content = path.read_bytes()
    policy = POLICY.format(others="".join(f" {url}" for url in others))
    tag = f'"{hashlib.sha256(content + policy.encode()).hexdigest()[:20]}"'
    headers = {
        "Cache-Control": "no-cache",
        "ETag": tag,
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(b"", TYPES[path.suffix], status=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(content, TYPES[path.suffix], headers=headers)


async def _others(admin: Admin) -> list[str]:
    """Lists the endpoints of the other brokers, as far as ZooKeeper names them in time."""
    services = admin.services
    ids = sorted(set(services.metadata_cache.snapshot.brokers) - {services.broker_id})[:OTHERS_MAX]
    try:
        async with services.machine_clock.timeout(OTHERS_WAIT_MS):
            found = await asyncio.gather(*(endpoint_of(admin, broker_id) for broker_id in ids))
    except TimeoutError:
        return []
    return [url for url in found if url is not None and _ORIGIN.fullmatch(url)]
