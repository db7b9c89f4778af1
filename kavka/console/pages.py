"""GET /console: the console's files, out of the package, to a browser.

They hold no data, so they are given without a token: the page asks for one and sends it with what it asks. Nothing is
loaded from anywhere else, no script runs but these (Content-Security-Policy), and the page shows what it gets as text.
A browser keeps a file and asks each time whether it is still the same, so that an upgrade is seen at once.
"""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kavka.broker.http.messages import HttpError, Response

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
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


def handle(request: Request, admin: Admin) -> Response:
    """Returns a file of the console; only names that are in the folder are looked for."""
    name = request.params.get("path") or START_PAGE
    path = next((entry for entry in FOLDER.iterdir() if entry.name == name and entry.suffix in TYPES), None)
    if path is None:
        raise HttpError(HTTPStatus.NOT_FOUND, f"the console has no file {name}; it begins at /console")
    content = path.read_bytes()
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    headers = {
        "Cache-Control": "no-cache",
        "ETag": tag,
        "Content-Security-Policy": POLICY,
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(b"", TYPES[path.suffix], status=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(content, TYPES[path.suffix], headers=headers)
