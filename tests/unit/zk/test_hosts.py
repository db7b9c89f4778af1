"""Which texts name a ZooKeeper: those that its clients can read, and no others."""

import pytest

from kavka.zk.hosts import hosts_problem, trimmed_hosts


@pytest.mark.parametrize(
    "text",
    ["localhost", "a:2181", "a:1,b:2,c", "a:1,b:2/kafka/eu", "[::1]:2181", "10.0.0.1:2181", "a:1, b:2 ,", " a:1 /x"],
)
def test_servers_and_a_chroot_are_an_address(text):
    assert hosts_problem(text) is None


@pytest.mark.parametrize("text", ["", ":", ":2181", "a:port", "a:99999", "a:0", "a b:2", ",", "/kafka", "[::1:2181"])
def test_what_no_client_can_read_is_named(text):
    problem = hosts_problem(text)
    assert problem is not None
    assert "write host:port" in problem


def test_kazoo_is_given_what_zookeepers_own_client_would_read():
    assert trimmed_hosts(" a:1, b:2 ,,c/kafka/eu ") == "a:1,b:2,c/kafka/eu"
    assert trimmed_hosts("a:1") == "a:1"
