"""Names of users and clients as names of znodes, as Kafka's Sanitizer writes them: percent-encoded UTF-8.

    CN=a/b,OU=x*   ─▶   CN%3Da%2Fb%2COU%3Dx%2A

A user may be called what it likes; encoded, no name leaves its directory, and none is `<default>`, which means
everybody.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, unquote_plus

_SAFE: Final = ".-_"
"""Java's URLEncoder leaves letters, digits and these; the star that it leaves, too, is encoded in addition."""


def sanitized(name: str) -> str:
    """Encodes a user's or client's name as a znode's name."""
    return quote(name, safe=_SAFE).replace("~", "%7E")


def desanitized(text: str) -> str:
    """Decodes a znode's name to the user's or client's name."""
    return unquote_plus(text)


def is_entity(path: str) -> bool:
    """Tells whether a name, or a path of names, can be znodes.

    `.`, `..` and the empty name cannot.

    Kafka meets them with an IllegalArgumentException of ZooKeeper's.
    """
    return not {"", ".", ".."}.intersection(path.split("/")) and path.isprintable()
