"""zookeeper.set.acl: what brokers write in ZooKeeper is theirs to write, and their secrets theirs to read."""

from __future__ import annotations

import asyncio

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import NoAuthError
from kazoo.security import make_digest_acl_credential

from kavka import Admin, LocalCluster, NewTopic, Producer
from kavka.cli.main import cli, run
from kavka.client.configs import Changes, ConfigResource
from kavka.zk.acls import secured_acl
from kavka.zk.ops import OPEN_ACL

LOGIN = "brokers:znode-secret"
SECURED = {"zookeeper.set.acl": "true", "kavka.zookeeper.digest": LOGIN}

KAFKAS = [
    # path, whether its maker has everything, whether the world may read: asked of Kafka 3.9.1's ZkData.defaultAcls
    ("/consumers/g", True, True),
    ("/brokers/ids/1", True, True),
    ("/config/users", True, False),
    ("/config/users/alice", True, False),
    ("/config/brokers/1", True, False),
    ("/config/topics/t", True, True),
    ("/delegation_token/tokens/x", True, False),
    ("/delegation_token", True, True),
    ("/kafka-acl/Topic/x", True, True),
    ("/config/usersx", True, False),
]


@pytest.mark.parametrize(("path", "is_makers", "is_readable"), KAFKAS)
def test_the_rule_is_kafkas(path, is_makers, is_readable):
    shown = {(entry.perms, entry.scheme, entry.id) for entry in secured_acl(path)}
    assert ((31, "auth", "") in shown) == is_makers
    assert ((1, "world", "anyone") in shown) == is_readable
    assert len(shown) == is_makers + is_readable
    assert secured_acl("/consumers") == OPEN_ACL


def look(address: str) -> None:
    """Blocking, as kazoo is used by everybody else."""
    stranger, broker = KazooClient(address), KazooClient(address, auth_data=[("digest", LOGIN)])
    for client in (stranger, broker):
        client.start()
    try:
        owner = make_digest_acl_credential(*LOGIN.split(":"))
        waiting, seen = ["/"], 0
        while waiting:
            parent = waiting.pop()
            for name in broker.get_children(parent):
                path = f"{parent.rstrip('/')}/{name}"
                waiting.append(path)
                if path.startswith(("/zookeeper", "/consumers")):
                    continue
                seen += 1
                scheme = {(acl.id.scheme, acl.id.id): acl.perms for acl in broker.get_acls(path)[0]}
                assert scheme.pop(("digest", owner)) == 31, path
                secret = path.startswith(("/config/users", "/config/brokers"))
                assert scheme == ({} if secret else {("world", "anyone"): 1}), path
        assert seen >= 20
        assert stranger.get("/brokers/topics/t")[0]
        for refused in (
            lambda: stranger.set("/brokers/topics/t", b""),
            lambda: stranger.create("/brokers/ids/99"),
            lambda: stranger.delete("/brokers/ids/0"),
            lambda: stranger.get("/config/brokers/0"),
            lambda: stranger.get_children("/config/users"),
        ):
            with pytest.raises(NoAuthError):
                refused()
        stranger.create("/consumers/anybody")
    finally:
        for client in (stranger, broker):
            client.stop()
            client.close()


async def test_a_cluster_keeps_its_nodes_to_itself(capfd, monkeypatch):
    master = make_digest_acl_credential("super", "master")
    async with LocalCluster(2, in_loop=True, config=SECURED, zookeeper_super_digest=master) as cluster:
        async with Admin(cluster.bootstrap) as admin, Producer(cluster.bootstrap, acks="all") as producer:
            await admin.create_topics([NewTopic(name="t", num_partitions=2, replication_factor=2)])
            await (await producer.send("t", b"1"))
            await admin.alter_configs(ConfigResource.broker(0), Changes(set={"log.cleaner.backoff.ms": "10000"}))
            await admin.delete_topics(["t"])
            await admin.create_topics([NewTopic(name="t", num_partitions=1, replication_factor=2)])
        await asyncio.to_thread(look, cluster.zookeeper)
        arguments = ["zk", "get", "/config/brokers/0", "--zookeeper", cluster.zookeeper]
        assert await asyncio.to_thread(run, cli, arguments) == 1
        monkeypatch.setenv("KAVKA_ZOOKEEPER_DIGEST", LOGIN)
        assert await asyncio.to_thread(run, cli, arguments) == 0
        monkeypatch.setenv("KAVKA_ZOOKEEPER_DIGEST", "super:master")
        assert await asyncio.to_thread(run, cli, arguments) == 0
    out, err = capfd.readouterr()
    assert out.count("log.cleaner.backoff.ms") == 2
    assert "--digest" in err
    assert LOGIN.partition(":")[2] not in out + err
