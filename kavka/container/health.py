"""`python -m kavka.container health`: whether the node of this container serves, for the image's health check.

    the node writes, when it is ready      <temporary folder>/kavka-node/state.json: where its broker can be asked
    the health check reads it and asks     GET /health of the admin endpoint, or, without one, whether the port is open

It runs every few seconds in a process of its own: nothing of kavka is imported for it.
"""

from __future__ import annotations

import json
import socket
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from http.client import HTTPConnection

RUN_DIR_NAME: Final = "kavka-node"
STATE_NAME: Final = "state.json"
TIMEOUT_S: Final = 3.0
_OK: Final = 200
_CLOSED_BY_TOKEN: Final = (401, 403)
"""The broker answers, and its user has chosen that it tells nobody more."""


def run_dir() -> Path:
    """Returns the folder of a running node's own files."""
    return Path(tempfile.gettempdir()) / RUN_DIR_NAME


def ill(folder: Path) -> str | None:
    """Returns why a node is not healthy; None where it is."""
    try:
        state = json.loads((folder / STATE_NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return "it has not started yet, or has stopped"
    except (OSError, ValueError) as error:
        return f"{folder / STATE_NAME}: {error}"
    import http.client  # a node imports this module, too, and has no use for it

    try:
        return _ill(state, http.client.HTTPConnection)
    except (OSError, http.client.HTTPException) as error:
        return f"it does not answer: {error}"


def _ill(state: dict[str, Any], connect: type[HTTPConnection]) -> str | None:
    if state["admin"] is None:
        if state["port"]:
            socket.create_connection((state["host"], state["port"]), TIMEOUT_S).close()
        return None
    address = urlsplit(state["admin"])
    assert address.hostname is not None
    connection = connect(address.hostname, address.port, timeout=TIMEOUT_S)
    try:
        connection.request("GET", "/health")
        answer = connection.getresponse()
        body = answer.read().decode(errors="replace").strip()
    finally:
        connection.close()
    return None if answer.status == _OK or answer.status in _CLOSED_BY_TOKEN else body
