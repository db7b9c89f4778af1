"""Names in paths, and which of several quotas holds."""

from __future__ import annotations

import pytest

from kavka.broker.quota.entities import DEFAULT, QuotaEntity, applicable, desanitized, entity_at, sanitized
from kavka.broker.quota.limits import CONNECTION, FETCH, MUTATION, PRODUCE, REQUEST, check_entity, numbers, rendered
from kavka.protocol.errors import InvalidRequest

SANITIZED = [
    # what Kafka's Sanitizer makes of them
    ("alice", "alice"),
    ("CN=a/b,O=x y", "CN%3Da%2Fb%2CO%3Dx%20y"),
    ("<default>", "%3Cdefault%3E"),
    ("a*b+c~d", "a%2Ab%2Bc%7Ed"),
    ("ü€", "%C3%BC%E2%82%AC"),
    ("%41", "%2541"),
    ("-._!'()", "-._%21%27%28%29"),
]


@pytest.mark.parametrize(("name", "node"), SANITIZED)
def test_names_are_encoded_as_kafka_does_and_back(name, node):
    assert sanitized(name) == node
    assert desanitized(node) == name


ENTITIES = [
    ("users", "alice", QuotaEntity(user="alice")),
    ("users", "<default>", QuotaEntity(user=DEFAULT)),
    ("users", "CN%3Da%2Fb/clients/app", QuotaEntity(user="CN=a/b", client_id="app")),
    ("users", "<default>/clients/<default>", QuotaEntity(user=DEFAULT, client_id=DEFAULT)),
    ("users", "alice/clients/%3Cdefault%3E", QuotaEntity(user="alice", client_id="<default>")),
    ("clients", "app", QuotaEntity(client_id="app")),
    ("clients", "<default>", QuotaEntity(client_id=DEFAULT)),
    ("ips", "10.0.0.1", QuotaEntity(ip="10.0.0.1")),
    ("ips", "<default>", QuotaEntity(ip=DEFAULT)),
]


@pytest.mark.parametrize(("kind", "path", "entity"), ENTITIES)
def test_paths_and_entities_stand_for_each_other(kind, path, entity):
    assert entity_at(kind, path) == entity
    assert (entity.entity_type, entity.path) == (kind, path)


@pytest.mark.parametrize(
    ("kind", "path"), [("users", "a/b"), ("users", "a/groups/b"), ("clients", "a/b"), ("topics", "t")]
)
def test_other_paths_are_nobodys(kind, path):
    assert entity_at(kind, path) is None


PRECEDENCE = [
    # the order of KIP-55, with what is counted together
    (("alice", "app"), ("alice", "app")),
    (("alice", DEFAULT), ("alice", "app")),
    (("alice", None), ("alice", "")),
    ((DEFAULT, "app"), ("alice", "app")),
    ((DEFAULT, DEFAULT), ("alice", "app")),
    ((DEFAULT, None), ("alice", "")),
    ((None, "app"), ("", "app")),
    ((None, DEFAULT), ("", "app")),
]


@pytest.mark.parametrize("position", range(len(PRECEDENCE)))
def test_the_most_special_quota_holds(position):
    """With all that is less special beside it, and with what is somebody else's."""
    limits = {entity: float(number) for number, (entity, _) in enumerate(PRECEDENCE) if number >= position}
    limits |= {("bob", "app"): 99.0, ("bob", None): 99.0, (None, "other"): 99.0, (DEFAULT, "other"): 99.0}
    found = applicable(limits, "alice", "app")
    assert found is not None
    assert (found.limit, found.counted_as) == (float(position), PRECEDENCE[position][1])


def test_who_is_not_named_has_no_quota():
    assert applicable({("bob", None): 1.0}, "alice", "app") is None
    assert applicable({(None, DEFAULT): 1.0}, "alice", "") is None


def test_values_are_whole_where_kafka_has_whole_numbers():
    user = QuotaEntity(user="alice")
    assert rendered(user, PRODUCE, 1000.0) == "1000"
    assert rendered(user, FETCH, 2.0**63) == str(2**63 - 1)
    assert rendered(user, REQUEST, 12.5) == "12.5"
    assert rendered(user, MUTATION, 3) == "3.0"
    assert rendered(QuotaEntity(ip=DEFAULT), CONNECTION, 7.0000001) == "7"


@pytest.mark.parametrize(
    ("entity", "key", "value"),
    [
        (QuotaEntity(user="alice"), PRODUCE, 1.5),
        (QuotaEntity(user="alice"), PRODUCE, -1),
        (QuotaEntity(user="alice"), REQUEST, float("nan")),
        (QuotaEntity(user="alice"), MUTATION, float("inf")),
        (QuotaEntity(user="alice"), CONNECTION, 1),
        (QuotaEntity(ip="10.0.0.1"), PRODUCE, 1),
        (QuotaEntity(client_id="app"), "SCRAM-SHA-256", 1),
    ],
)
def test_what_is_no_quota_is_refused(entity, key, value):
    with pytest.raises(InvalidRequest):
        rendered(entity, key, value)


@pytest.mark.parametrize(
    "entity",
    [
        QuotaEntity(),
        QuotaEntity(user="alice", ip="10.0.0.1"),
        QuotaEntity(client_id=DEFAULT, ip=DEFAULT),
        QuotaEntity(ip="host/../x"),
    ],
)
def test_who_cannot_have_one_is_refused(entity):
    with pytest.raises(InvalidRequest):
        check_entity(entity)


def test_secrets_of_users_are_no_quotas():
    assert numbers("users", {"SCRAM-SHA-256": "salt=…", PRODUCE: "10", FETCH: ""}) == {PRODUCE: 10.0}
    with pytest.raises(ValueError, match="producer"):
        numbers("users", {PRODUCE: "-1"})
