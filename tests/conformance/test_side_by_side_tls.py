"""Keys of TLS changed while a broker runs, on the wire: Apache Kafka and this broker, the same requests, one after
the other.

Which certificate the next handshake shows, and whether a client needs one, is what is compared. Without a listener's
prefix key and trust stores are refused by both, for all brokers and for one. The other unprefixed keys of TLS, and
those that are prefixed but name no store, Kafka stores: they count for listeners that come later, and here at once, as
`NOW` says.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl

import pytest

from kavka.client.connection import Connection
from kavka.protocol.errors import ErrorCode
from tests.support.certificates import Authority
from tests.support.kafka.pairs import BOTH, DELETE, SET, altered, apache, ours
from tests.support.processes.cluster import free_port

pytestmark = [pytest.mark.conformance]

DEADLINE = 60
API_VERSIONS = bytes.fromhex("0000000e 0012 0000 00000001 0004 74657374")
MAP = "PLAINTEXT:PLAINTEXT,SSL:SSL,FIRST:SSL,SECOND:SSL"
PREFIX = "listener.name.ssl."
STORE = PREFIX + "ssl.keystore.location"
INLINE = (PREFIX + "ssl.keystore.key", PREFIX + "ssl.keystore.certificate.chain")
NOW = {"kafka": False, "kavka": True}
"""Whether what an unprefixed key says counts for a listener that is there: Kafka's do at a restart, ours at once."""


class Broker:
    """One of both, with what it was given, and a TLS listener that came while it ran."""

    def __init__(self, name, started, folder, authority):
        self.name = name
        self.host, port = started.bootstrap.split(":")
        self.port, self.tls_port = int(port), free_port()
        self.folder, self.authority = folder, authority
        self.certificate, self.store = self.issue()
        self.listeners = f"PLAINTEXT://{started.bootstrap},SSL://{self.host}:{self.tls_port}"

    @contextlib.asynccontextmanager
    async def asked(self):
        async with await Connection.open(self.host, self.port, client_id="side by side") as connection:
            yield connection

    async def alter(self, *changes, resource="0"):
        """The error code of what is set, or deleted where the value is None."""
        async with self.asked() as connection:
            wanted = [(name, DELETE if value is None else SET, value) for name, value in changes]
            return (await altered(connection, resource, *wanted))[0]

    async def open_tls(self):
        return await self.alter(
            ("listener.security.protocol.map", MAP),
            (PREFIX + "ssl.keystore.type", "PEM"),
            (STORE, self.store),
            ("listeners", self.listeners),
        )

    async def handshake(self, port=None, client=None):
        """The certificate that a new connection is shown; None where it gets no answer."""
        context = ssl.create_default_context(cadata=self.authority.pem())
        if client is not None:
            context.load_cert_chain(client)
        try:
            async with asyncio.timeout(DEADLINE):
                reader, writer = await asyncio.open_connection(self.host, port or self.tls_port, ssl=context)
                try:
                    writer.write(API_VERSIONS)
                    await reader.readexactly(4)
                    return writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
                finally:
                    writer.transport.abort()
        except (OSError, EOFError):
            return None

    async def until_shown(self, expected, **options):
        """Both take changes over a moment after they have answered."""
        async with asyncio.timeout(DEADLINE):
            while await self.handshake(**options) != expected:  # noqa: ASYNC110 - another process does it
                await asyncio.sleep(0.1)

    async def begin(self):
        """Another certificate, and nothing else of what a test before may have set."""
        self.certificate, self.store = self.issue(file="first")
        others = [*INLINE, "ssl.client.auth", PREFIX + "ssl.client.auth", "log.retention.ms"]
        unset = [(name, None) for name in others]
        assert await self.alter((STORE, self.store), ("listeners", self.listeners), *unset) == 0
        await self.until_shown(self.certificate.der())

    def issue(self, common_name="broker", hosts=None, *, file="renewed"):
        certificate = self.authority.issue(common_name) if hosts is None else self.authority.issue(common_name, hosts)
        return certificate, str(certificate.write(self.folder, f"{self.name}-{file}"))


@pytest.fixture(scope="module")
def authority():
    return Authority()


@pytest.fixture(scope="module")
def brokers(tools, tmp_path_factory, authority):
    """Both, with a trust store for every listener; the TLS listener comes while they run."""
    folder = tmp_path_factory.mktemp("tls-side-by-side")
    settings = {
        "offsets.topic.replication.factor": "1",
        "password.encoder.secret": "encoder",
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(authority.write(folder)),
    }
    for name in BOTH:
        (folder / name).mkdir()
    with apache(tools, folder / "kafka", settings) as kafka, ours(folder / "kavka", settings) as kavka:
        started = {"kafka": kafka, "kavka": kavka}
        found = {name: Broker(name, started[name], folder, authority) for name in BOTH}
        for one in found.values():
            assert asyncio.run(one.open_tls()) == 0
        yield found


@pytest.fixture(params=BOTH)
async def broker(request, brokers):
    """One, then the other."""
    one = brokers[request.param]
    await one.begin()
    return one


async def test_a_store_is_renewed_by_another_name(broker):
    renewed, file = broker.issue()
    assert await broker.alter((STORE, file)) == 0
    await broker.until_shown(renewed.der())


async def test_a_store_is_renewed_under_its_name_whatever_is_altered(broker):
    """Certificate managers write the file anew; any alteration of that broker makes both look at it."""
    renewed, file = broker.issue(file="first")
    assert file == broker.store
    if broker.name == "kavka":  # on a busy machine Kafka loads the alteration before this one a second time, later
        assert await broker.handshake() == broker.certificate.der()
    assert await broker.alter((STORE, file)) == 0
    await broker.until_shown(renewed.der())


async def test_keys_that_stand_in_the_request_itself(broker):
    """They are secrets: encrypted where they are kept, shown nowhere."""
    renewed = broker.authority.issue("broker")
    inline = zip(INLINE, (renewed.key_pem(), renewed.chain_pem()), strict=True)
    assert await broker.alter((STORE, None), *inline) == 0
    await broker.until_shown(renewed.der())


@pytest.mark.parametrize("resource", ["0", ""])
@pytest.mark.parametrize(
    "key",
    [
        "ssl.keystore.location", "ssl.keystore.type", "ssl.keystore.password", "ssl.keystore.key",
        "ssl.keystore.certificate.chain", "ssl.key.password", "ssl.truststore.location", "ssl.truststore.type",
        "ssl.truststore.password", "ssl.truststore.certificates",
    ],
)  # fmt: skip
async def test_a_store_without_a_prefix_is_refused(broker, key, resource):
    _, file = broker.issue()
    assert await broker.alter((key, file), resource=resource) == ErrorCode.INVALID_REQUEST
    assert await broker.handshake() == broker.certificate.der()


@pytest.mark.parametrize("refused", ["for all brokers", "another owner", "fewer names", "no file", "no store"])
async def test_a_store_that_cannot_be_is_refused(broker, refused):
    _, file = broker.issue()
    match refused:
        case "another owner":
            _, file = broker.issue("thief")
        case "fewer names":
            _, file = broker.issue(hosts=["localhost"])
        case "no file":
            file = str(broker.folder / "nowhere.pem")
        case "no store":
            file = str(broker.folder / "noise.pem")
            (broker.folder / "noise.pem").write_text("noise")
    resource = "" if refused == "for all brokers" else "0"
    assert await broker.alter((STORE, file), resource=resource) == ErrorCode.INVALID_REQUEST
    assert await broker.handshake() == broker.certificate.der()


@pytest.mark.parametrize("name", ["ssl.client.auth", PREFIX + "ssl.client.auth"])
async def test_whether_clients_need_certificates(broker, name):
    """Both take it; for a listener that is there it counts at once here, and for one that comes, in both."""
    _, client = broker.issue("client", file="client")
    assert await broker.alter((name, "required")) == 0
    if NOW[broker.name]:
        await broker.until_shown(None)
    else:
        assert await broker.handshake() == broker.certificate.der()
    assert await broker.handshake(client=client) == broker.certificate.der()
    later = free_port()
    comes = "FIRST" if name.startswith(PREFIX) else "SECOND"
    prefix = f"listener.name.{comes.lower()}."
    changes = [(prefix + "ssl.keystore.type", "PEM"), (prefix + "ssl.keystore.location", broker.store)]
    if name.startswith(PREFIX):
        # Kafka refuses every change of listeners while such a setting of one that is there waits for a restart.
        changes += [(prefix + "ssl.client.auth", "required"), (name, None)]
    changes.append(("listeners", f"{broker.listeners},{comes}://{broker.host}:{later}"))
    assert await broker.alter(*changes) == 0
    await broker.until_shown(broker.certificate.der(), port=later, client=client)
    assert await broker.handshake(port=later) is None


async def test_a_listener_of_tls_goes_while_its_settings_stay(broker):
    assert await broker.alter(("listeners", f"PLAINTEXT://{broker.host}:{broker.port}")) == 0
    await broker.until_shown(None)
    assert await broker.alter(("log.retention.ms", "5000")) == 0
    assert await broker.alter(("listeners", broker.listeners)) == 0
    await broker.until_shown(broker.certificate.der())
