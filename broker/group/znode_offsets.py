"""What committed offsets in ZooKeeper (version 0 of OffsetCommit and OffsetFetch) require of a group's name."""

from __future__ import annotations


def is_znode_name(group_id: str) -> bool:
    """Tells whether a group's name stays one name in a path: another could reach any znode."""
    return bool(group_id) and group_id not in (".", "..") and "/" not in group_id
