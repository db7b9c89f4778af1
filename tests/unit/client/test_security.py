"""What a client's user notices of TLS and logins: it works, or one sentence says why not, at once."""

import asyncio

import pytest

from kavka.client.admin import Admin
from kavka.client.connection import Connection
from kavka.client.consumer import Consumer
from kavka.client.errors import AuthenticationFailed
from kavka.client.producer import Producer
from kavka.client.security import ConnectionSecurity, SecuritySettingsError, connection_security
from kavka.common.tls import TlsSettings, server_context
from kavka.protocol.messages import MetadataRequest
from tests.support.certificates import EXPIRED, Authority
from tests.support.clients.fake_broker import FakeCluster


@pytest.fixture(scope="module")
def ca():
    return Authority()


@pytest.fixture(scope="module")
def other_ca():
    return Authority("another CA")


def server_tls(ca, certificate=None, *, client_auth="none", **settings):
    certificate = certificate or ca.issue("broker")
    values = {
        "ssl.keystore.key": certificate.key_pem(),
        "ssl.keystore.certificate.chain": certificate.chain_pem(),
        "ssl.truststore.certificates": ca.pem(),
        **settings,
    }
    return server_context(TlsSettings.read(values.get), client_auth=client_auth)


def client_properties(ca, certificate=None, **settings):
    properties = {"security.protocol": "SSL", "ssl.truststore.certificates": ca.pem(), **settings}
    if certificate is not None:
        properties["ssl.keystore.key"] = certificate.key_pem()
        properties["ssl.keystore.certificate.chain"] = certificate.chain_pem()
    return properties


async def asks_metadata(fake, properties, host="127.0.0.1"):
    connection = await Connection.open(
        host, fake.brokers[0].port, client_id="test", security=connection_security(properties)
    )
    async with connection:
        await connection.request(MetadataRequest(topics=None), version=5)


async def test_a_connection_speaks_tls(ca):
    async with FakeCluster(tls=server_tls(ca)) as fake:
        await asks_metadata(fake, client_properties(ca))
        await asks_metadata(fake, client_properties(ca), host="localhost")


async def test_big_answers_and_questions_pass_tls_whole(ca):
    async with FakeCluster(tls=server_tls(ca), topics={"t" * 200: 20_000}) as fake:
        await asks_metadata(fake, client_properties(ca))


@pytest.mark.parametrize("version", ["TLSv1.2", "TLSv1.3"])
async def test_a_client_shows_its_certificate(ca, version):
    tls = server_tls(ca, client_auth="required", **{"ssl.enabled.protocols": version})
    async with FakeCluster(tls=tls) as fake:
        await asks_metadata(fake, client_properties(ca, ca.issue("alice", hosts=())))


@pytest.mark.parametrize("version", ["TLSv1.2", "TLSv1.3"])
async def test_a_client_without_a_certificate_is_not_let_in(ca, version):
    tls = server_tls(ca, client_auth="required", **{"ssl.enabled.protocols": version})
    async with FakeCluster(tls=tls) as fake:
        with pytest.raises(ConnectionError, match=r"refuses this client|closed the connection"):  # asyncio's says less
            await asks_metadata(fake, client_properties(ca))


async def test_a_broker_of_another_authority_is_not_trusted(ca, other_ca):
    async with FakeCluster(tls=server_tls(other_ca)) as fake:
        with pytest.raises(
            AuthenticationFailed, match=r"127\.0\.0\.1:\d+ is not to be trusted: self-signed certificate in"
        ):
            await asks_metadata(fake, client_properties(ca))


async def test_a_certificate_that_is_over_is_not_trusted(ca):
    async with FakeCluster(tls=server_tls(ca, ca.issue("broker", end=EXPIRED))) as fake:
        with pytest.raises(AuthenticationFailed, match="expired"):
            await asks_metadata(fake, client_properties(ca))


async def test_another_host_s_certificate_is_not_trusted_unless_names_are_not_checked(ca):
    async with FakeCluster(tls=server_tls(ca, ca.issue("broker", hosts=["elsewhere.example"]))) as fake:
        with pytest.raises(AuthenticationFailed, match=r"IP address mismatch.*127\.0\.0\.1"):
            await asks_metadata(fake, client_properties(ca))
        await asks_metadata(fake, client_properties(ca, **{"ssl.endpoint.identification.algorithm": ""}))
        named = connection_security(client_properties(ca))
        assert named is not None
        named = ConnectionSecurity(ssl_context=named.ssl_context, server_hostname="elsewhere.example")
        await asks_metadata(fake, named)


async def test_a_certificate_in_the_trust_store_itself_is_trusted_as_in_java(ca):
    certificate = ca.issue("broker")
    async with FakeCluster(tls=server_tls(ca, certificate)) as fake:
        trust = {"ssl.truststore.certificates": certificate.chain_pem().split("-----END CERTIFICATE-----")[0]}
        trust["ssl.truststore.certificates"] += "-----END CERTIFICATE-----\n"
        await asks_metadata(fake, {**client_properties(ca), **trust})


async def test_a_plaintext_broker_is_named_as_such(ca):
    async with FakeCluster() as fake:
        with pytest.raises(ConnectionError, match=r"TLS|closed the connection"):
            await asks_metadata(fake, client_properties(ca))


async def test_a_refused_certificate_ends_a_client_s_call_at_once(ca, other_ca):
    async with FakeCluster(tls=server_tls(other_ca)) as fake:
        admin = Admin(fake.bootstrap, security=client_properties(ca))  # its deadline is a minute
        async with asyncio.timeout(30):
            with pytest.raises(AuthenticationFailed, match="not to be trusted"):
                await admin.__aenter__()


async def test_every_client_takes_kafka_s_properties(ca):
    async with FakeCluster(tls=server_tls(ca), topics={"t": 1}) as fake:
        for client in (Admin, Producer, Consumer):
            async with client(fake.bootstrap, security=client_properties(ca)):
                pass


# ---------------------------------------------------------------- logins

PLAIN = {"security.protocol": "SASL_PLAINTEXT", "sasl.mechanism": "PLAIN"}
JAAS = 'org.apache.kafka.common.security.plain.PlainLoginModule required username="{}" password="{}";'


async def test_a_connection_logs_in_before_its_first_request(ca):
    async with FakeCluster(tls=server_tls(ca), passwords={"alice": "a secret;"}) as fake:
        jaas = {"sasl.mechanism": "PLAIN", "sasl.jaas.config": JAAS.format("alice", "a secret;")}
        await asks_metadata(fake, client_properties(ca, **jaas) | {"security.protocol": "SASL_SSL"})
        names = [type(message).__name__ for _, message, _ in fake.requests]
        assert names == ["ApiVersionsRequest", "SaslHandshakeRequest", "SaslAuthenticateRequest", "MetadataRequest"]


async def test_a_wrong_password_is_refused_in_the_broker_s_words_and_stays_unsaid():
    async with FakeCluster(passwords={"alice": "right"}) as fake:
        with pytest.raises(AuthenticationFailed, match="wrong user or password") as refusal:
            await asks_metadata(fake, PLAIN | {"sasl.username": "alice", "sasl.password": "leaky"})
        assert "leaky" not in str(refusal.value)
        await fake.brokers[0].wait_until_alone()


async def test_a_listener_without_logins_says_so():
    async with FakeCluster() as fake:
        with pytest.raises(AuthenticationFailed, match="takes no login"):
            await asks_metadata(fake, PLAIN | {"sasl.username": "alice", "sasl.password": "x"})


# ---------------------------------------------------------------- settings


@pytest.mark.parametrize(
    ("properties", "complaint"),
    [
        ({"security.protocol": "TLS"}, "security.protocol=TLS is none of"),
        ({"security.protocol": "SSL", "ssl.trustore.location": "x"}, "did you mean ssl.truststore.location?"),
        ({"security.protocol": "SSL", "ssl.truststore.location": "/nowhere/ca.pem"}, "No such file"),
        (
            {"security.protocol": "SSL", "ssl.enabled.protocols": "TLSv1.2,TLSv1.1"},
            r"TLSv1\.1 is not safe \(RFC 8996\)",
        ),
        ({"security.protocol": "SASL_SSL", "sasl.mechanism": "GSSAPI"}, "sasl.mechanism=GSSAPI"),
        (PLAIN, "must be set"),
        (PLAIN | {"sasl.jaas.config": JAAS.replace("password", "pass")}, "username and password"),
        (PLAIN | {"sasl.jaas.config": 'required username="a" password="b"'}, "cannot be read"),
    ],
)
def test_settings_that_cannot_be_used_are_refused_by_name(properties, complaint):
    with pytest.raises(SecuritySettingsError, match=complaint):
        connection_security(properties)


def test_what_is_not_about_security_is_passed_over():
    assert connection_security({"bootstrap.servers": "b:1", "acks": "all"}) is None
    assert connection_security(None) is None
