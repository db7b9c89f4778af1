"""A listener's TLS from its settings, and what may take their place while it runs."""

import ssl
import subprocess
import sys

import pytest

from kavka.broker.assembly.dialing import security_of
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.security.listener_tls import ListenerTls
from kavka.broker.security.principal import ANONYMOUS, KafkaPrincipal
from kavka.broker.security.principal_mapping import NoMatchingRule
from kavka.common.tls import TlsError
from tests.support.certificates import Authority


@pytest.fixture(scope="module")
def ca():
    return Authority()


@pytest.fixture(scope="module")
def broker(ca):
    return ca.issue("broker")


def config(folder, ca, **differs):
    """A broker with an own listener for brokers, OWN, and one for clients, OUT."""
    properties = {
        "zookeeper.connect": "z:1",
        "listeners": "OWN://127.0.0.1:1,OUT://127.0.0.1:2",
        "listener.security.protocol.map": "OWN:SSL,OUT:SSL",
        "inter.broker.listener.name": "OWN",
        "ssl.keystore.location": str(folder / "broker.pem"),
        "ssl.truststore.location": str(ca.write(folder)),
        **{name.replace("__", "."): value for name, value in differs.items()},
    }
    return BrokerConfig.from_properties({name: value for name, value in properties.items() if value is not None})


def shaken(server, client):
    """Both ends of a finished handshake."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    here = client.wrap_bio(to_client, to_server, server_hostname="localhost")
    there = server.wrap_bio(to_server, to_client, server_side=True)
    waiting = [here, there]
    for _ in range(10):
        for side in list(waiting):
            try:
                side.do_handshake()
                waiting.remove(side)
            except ssl.SSLWantReadError:
                continue
    assert not waiting
    return here, there


def client_of(settings):
    security = security_of(settings, settings.inter_broker_listener)
    assert security is not None
    return security.ssl_context


def test_the_certificate_s_owner_is_the_principal(tmp_path, ca, broker):
    broker.write(tmp_path)
    settings = config(tmp_path, ca, ssl__client__auth="required")
    tls = ListenerTls(settings, "OUT")
    _, there = shaken(tls.context, client_of(settings))
    assert tls.principal_of(there) == KafkaPrincipal("User", "CN=broker")


def test_rules_make_names_and_one_without_a_rule_is_let_in_nowhere(tmp_path, ca, broker):
    broker.write(tmp_path)
    settings = config(
        tmp_path,
        ca,
        ssl__client__auth="required",
        ssl__principal__mapping__rules="RULE:^CN=(.*)$/$1/U",
        listener__name__own__ssl__principal__mapping__rules="RULE:^CN=nobody$/x/",
    )
    _, there = shaken(ListenerTls(settings, "OUT").context, client_of(settings))
    assert ListenerTls(settings, "OUT").principal_of(there) == KafkaPrincipal("User", "BROKER")
    with pytest.raises(NoMatchingRule):
        ListenerTls(settings, "OWN").principal_of(there)


def test_nobody_asks_for_certificates_unless_told(tmp_path, ca, broker):
    broker.write(tmp_path)
    settings = config(tmp_path, ca)
    tls = ListenerTls(settings, "OUT")
    _, there = shaken(tls.context, client_of(settings))
    assert tls.principal_of(there) == ANONYMOUS


def test_a_listener_s_own_settings_win(tmp_path, ca, broker):
    broker.write(tmp_path)
    other = ca.issue("other", hosts=["localhost"])
    other.write(tmp_path)
    settings = config(tmp_path, ca, listener__name__out__ssl__keystore__location=str(tmp_path / "other.pem"))
    here, _ = shaken(ListenerTls(settings, "OUT").context, client_of(settings))
    assert here.getpeercert(binary_form=True) == other.der()
    here, _ = shaken(ListenerTls(settings, "OWN").context, client_of(settings))
    assert here.getpeercert(binary_form=True) == broker.der()


def test_brokers_that_would_not_trust_themselves_do_not_start(tmp_path, broker):
    broker.write(tmp_path)
    settings = config(tmp_path, Authority("another CA"))
    with pytest.raises(TlsError, match="listener OWN: brokers would not trust each other"):
        ListenerTls(settings, "OWN")
    ListenerTls(settings, "OUT")  # of clients nobody knows whom they trust


def test_a_renewed_file_counts_from_the_next_handshake_on(tmp_path, ca, broker):
    broker.write(tmp_path)
    settings = config(tmp_path, ca)
    tls = ListenerTls(settings, "OWN")
    assert not tls.renew(settings)
    renewed = ca.issue("broker")
    renewed.write(tmp_path)
    assert tls.renew(settings)
    here, _ = shaken(tls.context, client_of(settings))
    assert here.getpeercert(binary_form=True) == renewed.der()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"common_name": "somebody else"}, "DistinguishedName does not match: existing=CN=broker, new=CN=somebody"),
        ({"common_name": "broker", "hosts": ["localhost"]}, "SubjectAltNames do not match"),
    ],
)
def test_a_store_of_another_owner_is_refused_and_the_former_goes_on(tmp_path, ca, broker, change, complaint, caplog):
    broker.write(tmp_path)
    settings = config(tmp_path, ca)
    tls = ListenerTls(settings, "OUT")
    ca.issue(**change).write(tmp_path, "broker")
    with pytest.raises(TlsError, match=complaint):
        tls.check(settings)
    assert not tls.renew(settings)
    assert complaint.partition(":")[0] in caplog.text
    here, _ = shaken(tls.context, client_of(config(tmp_path, ca, ssl__keystore__location=None)))
    assert here.getpeercert(binary_form=True) == broker.der()


def test_brokers_are_not_renewed_into_strangers(tmp_path, ca, broker, caplog):
    """The same name, by an authority that the others do not know: fine for clients, not among brokers."""
    broker.write(tmp_path)
    settings = config(tmp_path, ca)
    own, out = ListenerTls(settings, "OWN"), ListenerTls(settings, "OUT")
    Authority("another CA").issue("broker").write(tmp_path)
    assert not own.renew(settings)
    assert "brokers would not trust each other" in caplog.text
    assert out.renew(settings)


def test_half_a_file_is_no_new_certificate(tmp_path, ca, broker, caplog):
    """A store that is being written while somebody looks."""
    path = broker.write(tmp_path)
    settings = config(tmp_path, ca)
    tls = ListenerTls(settings, "OUT")
    path.write_text(broker.pem()[:300])
    assert not tls.renew(settings)
    renewed = ca.issue("broker")
    renewed.write(tmp_path)
    assert tls.renew(settings)


def test_a_broker_without_tls_loads_nothing_of_it():
    code = (
        "import sys, kavka.broker.app, kavka.broker.network.listener, kavka.broker.assembly.dialing\n"
        "heavy = {'cryptography', 'jwt', 'kavka.common.tls', 'kavka.broker.network.tls_transport'}\n"
        "heavy.add('kavka.wire.security')\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
