"""Who may ask the admin endpoint for what.

    on loopback        everybody on this machine, but no page of another site: the Host must be ours (a name that was
                       rebound to 127.0.0.1 is not), and what changes something must come from our own Origin
    bound elsewhere    whoever has the token, compared in constant time; without a token the endpoint does not start
    read-only          nothing that changes something
    the console        its files hold no data, and a browser cannot show a token for them: whoever reaches the address

A browser sends Origin with every request of another site that could change something, and cannot be made not to.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from broker.http.messages import HttpError, Request

TOKENLESS: Final = "/console"
"""What is given without a token: this path and what lies below it."""
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_BEARER: Final = "bearer "


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """The rules above.

    Args:
        host: what the endpoint is bound to.
        token: what a client must show; empty: nothing.
        is_read_only: whether nothing may be changed.
    """

    __slots__ = ("_host", "_is_read_only", "_token")

    def __init__(self, host: str, *, token: str = "", is_read_only: bool = False) -> None:
        self._host = host
        self._token = token
        self._is_read_only = is_read_only

    def check(self, request: Request) -> None:
        """Lets a request pass.

        Raises:
            HttpError: it may not; 401, 403 or 421.
        """
        if self._token and not _is_tokenless(request.path):
            shown = _shown_token(request)
            if not hmac.compare_digest(shown.encode("utf-8", "surrogateescape"), self._token.encode()):
                raise HttpError(
                    HTTPStatus.UNAUTHORIZED,
                    "a token is needed: send the header 'Authorization: Bearer TOKEN' (kavka.admin.token)",
                )
        elif not self._token:
            self._check_host(request.headers)
        if request.method not in SAFE_METHODS:
            self._check_origin(request.headers)
            if self._is_read_only:
                raise HttpError(HTTPStatus.FORBIDDEN, "this endpoint is read-only (kavka.admin.read.only)")

    def _check_host(self, headers: Mapping[str, str]) -> None:
        name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        if not is_loopback(name) and name != self._host:
            raise HttpError(
                HTTPStatus.MISDIRECTED_REQUEST,
                f"this endpoint answers to localhost, not to {name!r} in the header Host",
            )

    def _check_origin(self, headers: Mapping[str, str]) -> None:
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != headers.get("host"):
            raise HttpError(HTTPStatus.FORBIDDEN, f"a page of {origin} may not change anything here")
        if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            raise HttpError(HTTPStatus.FORBIDDEN, "a page of another site may not change anything here")


def _is_tokenless(path: str) -> bool:
    return path == TOKENLESS or path.startswith(f"{TOKENLESS}/")


def _shown_token(request: Request) -> str:
    """From the header, or from the query where a browser's EventSource cannot send headers."""
    value = request.headers.get("authorization", "")
    if value[: len(_BEARER)].lower() == _BEARER:
        return value[len(_BEARER) :].strip()
    return request.query.get("token", "")
