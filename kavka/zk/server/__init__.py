"""The embedded ZooKeeper: a single server that speaks ZooKeeper's wire protocol over `kavka.zk.tree`.

server.py       sessions, the commit gate, start and stop
connection.py   one client: frames, handshake, replies
requests.py     what each request does
jute.py         ZooKeeper's serialization
four_letter.py  ruok, stat, mntr and their kin
"""

from __future__ import annotations

from kavka.zk.server.server import EmbeddedZooKeeper
from kavka.zk.storage import StorageCorrupt, StorageFailed, StorageInUse

__all__ = ["EmbeddedZooKeeper", "StorageCorrupt", "StorageFailed", "StorageInUse"]
