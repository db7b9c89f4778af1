"""A zookeeper.properties, as start scripts of tests write it."""

from __future__ import annotations

import pytest

from kavka.container.keeper_file import KeeperFileError, keeper_settings


def test_port_and_directory_are_all_that_counts():
    text = "clientPort=2181\ndataDir=/var/lib/zookeeper/data\ndataLogDir=/var/lib/zookeeper/log\n"
    assert keeper_settings(text) == ("0.0.0.0", 2181, "/var/lib/zookeeper/data")
    assert keeper_settings(text + "clientPortAddress=127.0.0.1\n").host == "127.0.0.1"


@pytest.mark.parametrize(
    "text", ["dataDir=/d", "clientPort=2181", "clientPort=x\ndataDir=/d", "clientPort=70000\ndataDir=/d"]
)
def test_what_it_lacks_is_named(text):
    with pytest.raises(KeeperFileError, match=r"clientPort|dataDir"):
        keeper_settings(text)
