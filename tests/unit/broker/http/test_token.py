"""Where the admin endpoint's token comes from: configured, found, or made; and who is asked for it."""

from __future__ import annotations

import stat

import pytest

from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.http.server import AdminServerError
from kavka.broker.http.setup import bind_admin_address
from kavka.broker.http.token import AdminToken, TokenError, admin_token
from kavka.common.machine_filesystem import MachineFileSystem
from kavka.common.machine_network import MachineNetwork

HERE = {"filesystem": MachineFileSystem()}
SASL = {"listeners": "SASL_PLAINTEXT://127.0.0.1:0", "security.inter.broker.protocol": "SASL_PLAINTEXT"}
SSL = {"listeners": "SSL://127.0.0.1:0", "security.inter.broker.protocol": "SSL"}
ACLS = {"authorizer.class.name": "kafka.security.authorizer.AclAuthorizer"}


def counting():
    """A source that is never asked twice for the same."""
    number = iter(range(256))
    return lambda size: bytes([next(number)]) * size


@pytest.fixture
def configured(tmp_path):
    def make(**settings):
        dirs = ",".join(str(tmp_path / name) for name in ("a", "b"))
        return BrokerConfig.from_properties({"zookeeper.connect": "z:2181", "log.dirs": dirs, **settings})

    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    return make


def modes(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(
    ("settings", "is_guarded"),
    [
        ({}, False),
        (SASL, True),
        (ACLS, True),
        (SSL, False),
        (SSL | {"ssl.client.auth": "requested"}, True),
        (SSL | {"listener.name.ssl.ssl.client.auth": "required"}, True),
        (SSL | {"ssl.client.auth": "required", "listener.name.ssl.ssl.client.auth": "none"}, False),
    ],
)
def test_whoever_must_say_who_they_are_to_kafka_must_show_a_token_here(configured, settings, is_guarded):
    config = configured(**settings)
    assert config.is_guarded == is_guarded
    assert bool(admin_token(config, random_bytes=counting(), **HERE).value) == is_guarded


def test_a_token_is_made_once_for_its_owner_and_found_by_every_later_start(configured, tmp_path):
    random_bytes = counting()
    first = admin_token(configured(**ACLS), random_bytes=random_bytes, **HERE)
    assert first.file == tmp_path / "a" / "admin.token"
    assert (first.file.read_text(), modes(first.file)) == (first.value + "\n", 0o600)
    assert len(first.value) >= 43
    assert admin_token(configured(**ACLS), random_bytes=random_bytes, **HERE) == first


def test_the_next_directory_keeps_it_where_the_first_cannot(configured, tmp_path):
    (tmp_path / "a").rmdir()
    (tmp_path / "a").write_text("this disk is gone")
    token = admin_token(configured(**ACLS), random_bytes=counting(), **HERE)
    assert token.file == tmp_path / "b" / "admin.token"
    assert admin_token(configured(**ACLS), random_bytes=counting(), **HERE) == token


def test_brokers_that_are_named_one_file_share_what_the_first_of_them_made(configured, tmp_path):
    config, random_bytes = configured(**{"kavka.admin.token.file": str(tmp_path / "shared")}), counting()
    first = admin_token(config, random_bytes=random_bytes, **HERE)
    assert first.value
    assert admin_token(config, random_bytes=random_bytes, **HERE) == first


def test_a_token_of_ones_own_counts_and_is_put_where_kavkas_tools_look(configured, tmp_path):
    file = tmp_path / "shared"
    file.write_text("an older one\n")
    config = configured(**ACLS, **{"kavka.admin.token": "mine", "kavka.admin.token.file": str(file)})
    assert admin_token(config, random_bytes=counting(), **HERE) == AdminToken("mine", file, is_chosen=True)
    assert (file.read_text(), modes(file)) == ("mine\n", 0o600)
    alone = admin_token(configured(**{"kavka.admin.token": "mine"}), random_bytes=counting(), **HERE)
    assert alone == AdminToken("mine", None, is_chosen=True)
    assert not list((tmp_path / "a").iterdir())


@pytest.mark.parametrize("content", [b"", b"\n", b"a\x00b", b"two\nlines"])
def test_a_file_without_a_token_is_refused_instead_of_opening_the_endpoint(configured, tmp_path, content):
    file = tmp_path / "shared"
    file.write_bytes(content)
    with pytest.raises(TokenError, match="holds no token"):
        admin_token(configured(**{"kavka.admin.token.file": str(file)}), random_bytes=counting(), **HERE)


def test_a_place_that_cannot_be_written_ends_the_start_in_words(configured, tmp_path):
    config = configured(**{"kavka.admin.token.file": str(tmp_path / "nowhere" / "token")})
    with pytest.raises(AdminServerError, match=r"nowhere.*kavka\.admin\.token\.file"):
        bind_admin_address(config, broker_port=0, random_bytes=counting(), **HERE, network=MachineNetwork())


def test_a_file_that_others_may_read_is_used_and_warned_about(configured, tmp_path, caplog):
    file = tmp_path / "shared"
    file.write_text("from a vault\n")
    file.chmod(0o644)
    token = admin_token(configured(**{"kavka.admin.token.file": str(file)}), random_bytes=counting(), **HERE)
    assert token.value == "from a vault"
    assert "chmod 600" in caplog.text


def test_without_an_endpoint_no_token_is_made(configured, tmp_path):
    assert (
        bind_admin_address(
            configured(**ACLS, **{"kavka.admin.listener": ""}),
            broker_port=0,
            random_bytes=counting(),
            **HERE,
            network=MachineNetwork(),
        )
        is None
    )
    assert not list((tmp_path / "a").iterdir())
