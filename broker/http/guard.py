"""Who may ask the admin endpoint for what.

    with a token       whoever shows it, compared in constant time. There is one wherever clients of the broker must
                       say who they are, and wherever other machines reach the address (`token`)
    without            everybody on this machine
    open paths         metrics and health, where the configuration says so: whoever reaches the address
    the console        its files hold no data, and a browser cannot show a token for them: likewise
    read-only          nothing that changes something

On loopback no page of another site gets in where no token is asked for: the Host must be ours (a name that was rebound
to 127.0.0.1 is not). What changes something must come from our own Origin, with a token, too.

A browser sends Origin with every request of another site that could change something, and cannot be made not to.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Collection, Mapping
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from kavka.broker.http.messages import HttpError, Request
from kavka.broker.http.token import NO_TOKEN, AdminToken

CONSOLE: Final = "console"
"""The first segment of what is always given without a token."""
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_BEARER: Final = "bearer "


def is_loopback(host: str) -> bool:
    """Tells whether only this machine reaches an address."""
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
        token: what a client must show; of an empty one, nothing.
        open_paths: first segments of what is shown to clients without one.
        is_read_only: whether nothing may be changed.
    """

    __slots__ = ("_host", "_is_read_only", "_open", "_token")

    def __init__(
        self,
        host: str,
        *,
        token: AdminToken = NO_TOKEN,
        open_paths: Collection[str] = (),
        is_read_only: bool = False,
    ) -> None:
        self._host = host
        self._token = token
        self._open = frozenset((CONSOLE, *open_paths))
        self._is_read_only = is_read_only

    def check(self, request: Request) -> None:
        """Checks whether a request may pass.

        Raises:
            HttpError: it may not; 401, 403 or 421.
        """
        if not self._token.value:
            self._check_host(request.headers)
        elif not self._is_shown(request):
            if not self._is_open(request):
                raise HttpError(HTTPStatus.UNAUTHORIZED, self._what_is_needed())
            if is_loopback(self._host):
                self._check_host(request.headers)
        if request.method not in SAFE_METHODS:
            self._check_origin(request.headers)
            if self._is_read_only:
                raise HttpError(HTTPStatus.FORBIDDEN, "this endpoint is read-only (kavka.admin.read.only)")

    def _is_shown(self, request: Request) -> bool:
        shown = _shown_token(request.headers)
        return hmac.compare_digest(shown.encode("utf-8", "surrogateescape"), self._token.value.encode())

    def _is_open(self, request: Request) -> bool:
        """Tells whether a request without the token may pass: it only looks, and at what is open."""
        return request.method in SAFE_METHODS and request.path.removeprefix("/").partition("/")[0] in self._open

    def _what_is_needed(self) -> str:
        # Where the file is, only this machine is shown: from elsewhere nobody can read it.
        where = "kavka.admin.token"
        if self._token.file is not None and is_loopback(self._host):
            where = f"it stands in {self._token.file}, for its owner to read"
        return f"a token is needed: send the header 'Authorization: Bearer TOKEN' ({where})"

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


def _shown_token(headers: Mapping[str, str]) -> str:
    """Reads the token from the header alone: addresses end in histories and in the logs of proxies."""
    value = headers.get("authorization", "")
    return value[len(_BEARER) :].strip() if value[: len(_BEARER)].lower() == _BEARER else ""
