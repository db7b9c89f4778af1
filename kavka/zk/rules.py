"""What ZooKeeper refuses: illegal paths, wrong versions, ACLs that do not allow it. Pure checks of the data tree.

Each either returns or raises the `ZkError` that the caller gets; nothing here knows a node.
"""

from __future__ import annotations

from collections.abc import Sequence

from kavka.zk.errors import BadArguments, BadVersion, InvalidAcl, NoAuth
from kavka.zk.ops import OPEN_ACL, PERM_READ, Acl

Identity = tuple[str, str]
"""Scheme and id by which a caller is known, for example ("digest", "user:hash")."""

SUPER: Identity = ("super", "")
"""Whom no ACL keeps out."""

_ADDRESS_BITS = 32
"""ZooKeeper 3.8 knows IPv4 addresses only."""

READABLE_ACL: tuple[Acl, ...] = (Acl(PERM_READ, "world", "anyone"),)

SPECIAL_PATHS = ("/", "/zookeeper", "/zookeeper/quota", "/zookeeper/config")
"""ZooKeeper's own nodes, which nobody deletes."""


def parent_of(path: str) -> str:
    """Returns the parent's path; of a child of the root, the root."""
    return path[: path.rfind("/")] or "/"


def validate_path(path: str) -> None:
    """Refuses what ZooKeeper refuses as a path.

    Raises:
        BadArguments: not absolute, a trailing slash, an empty, "." or ".." segment, or a character it does not take.
    """
    if path == "/":
        return
    if not path.startswith("/") or path.endswith("/"):
        raise BadArguments(f"illegal path {path!r}: it must begin with / and not end with one")
    for segment in path[1:].split("/"):
        if segment in ("", ".", ".."):
            raise BadArguments(f"illegal path {path!r}: the segment {segment!r}")
    if not path.isprintable() and any(_is_forbidden(char) for char in path):
        raise BadArguments(f"illegal path {path!r}: a character that ZooKeeper does not take")


def _is_forbidden(char: str) -> bool:
    code = ord(char)
    return code < 0x20 or 0x7F <= code <= 0x9F or 0xD800 <= code <= 0xF8FF or 0xFFF0 <= code <= 0xFFFF


def check_version(expected: int, actual: int, path: str) -> None:
    """Refuses a conditional write whose condition does not hold; −1 is no condition.

    Raises:
        BadVersion.
    """
    if expected not in (-1, actual):
        raise BadVersion(f"{path}: version {expected} was expected, it is {actual}")


def check_acl(acl: tuple[Acl, ...], perm: int, who: Sequence[Identity], path: str) -> None:
    """Refuses a permission that the ACL grants neither to the world nor to the caller.

    Raises:
        NoAuth.
    """
    if acl is OPEN_ACL:
        return
    if not is_granted(acl, perm, who):
        raise NoAuth(path)


def is_granted(acl: tuple[Acl, ...], perm: int, who: Sequence[Identity]) -> bool:
    """Tells whether the ACL grants the caller, or the world, any permission in `perm`.

    The superuser is granted everything, whatever an ACL says.
    """
    return SUPER in who or any(entry.perms & perm and _is_meant(entry, who) for entry in acl)


def _is_meant(entry: Acl, who: Sequence[Identity]) -> bool:
    if entry.scheme == "world" or (entry.scheme, entry.id) in who:
        return True
    if entry.scheme != "ip" or "/" not in entry.id:
        return False
    network = _network(entry.id)
    return network is not None and any(scheme == "ip" and _is_within(name, *network) for scheme, name in who)


def _network(text: str) -> tuple[int, int] | None:
    """Parses `10.0.0.0/8` or `10.1.2.3` to address and prefix length; None for anything else."""
    address, slash, bits = text.partition("/")
    if slash and not (bits.isascii() and bits.isdecimal() and int(bits) <= _ADDRESS_BITS):
        return None
    number = _address(address)
    return None if number is None else (number, int(bits) if slash else _ADDRESS_BITS)


def _address(text: str) -> int | None:
    parts = text.split(".")
    if len(parts) != 4 or not all(part.isascii() and part.isdecimal() and int(part) < 256 for part in parts):
        return None
    return int.from_bytes(bytes(map(int, parts)), "big")


def _is_within(address: str, network: int, bits: int) -> bool:
    number = _address(address)
    return number is not None and (number ^ network) >> (_ADDRESS_BITS - bits) == 0


def resolved_acl(acl: tuple[Acl, ...], who: Sequence[Identity]) -> tuple[Acl, ...]:
    """Resolves an ACL to its stored form: the caller's identities replace the scheme "auth".

    Raises:
        InvalidAcl: it is empty, names an unknown scheme or an id that the scheme does not have, or says "auth" where
            the caller has no identity.
    """
    if acl == OPEN_ACL:
        return OPEN_ACL
    resolved: list[Acl] = []
    for entry in acl:
        if entry.scheme == "auth":
            resolved += [Acl(entry.perms, scheme, name) for scheme, name in who if scheme == "digest"]
        elif _is_valid(entry):
            resolved.append(entry)
        else:
            raise InvalidAcl(f"unknown ACL {entry.scheme}:{entry.id}")
    if not resolved:
        raise InvalidAcl("an ACL needs at least one entry")
    return tuple(dict.fromkeys(resolved))


def _is_valid(entry: Acl) -> bool:
    if entry.scheme == "digest":
        user, colon, digest = entry.id.partition(":")
        return bool(user and colon and digest) and ":" not in digest
    if entry.scheme == "ip":
        return _network(entry.id) is not None
    return entry.scheme == "world" and entry.id == "anyone"
