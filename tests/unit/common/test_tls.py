"""Key stores in every form that Kafka names, and sentences for those that cannot be."""

import os
import ssl

import pytest
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, pkcs12

from kavka.common.tls import TlsError, TlsSettings, client_context, openssl_cipher_name, server_context
from kavka.common.tls_stores import STORE_BYTES_MAX, read_key_store, read_trust_store
from tests.support.certificates import Authority, pem


@pytest.fixture(scope="module")
def ca():
    return Authority()


@pytest.fixture(scope="module")
def broker(ca):
    return ca.issue("broker")


def settings(**values):
    named = {name.replace("_", "."): value for name, value in values.items()}
    return TlsSettings.read({f"ssl.{name}": value for name, value in named.items()}.get)


def shakes_hands(server, client):
    """A handshake in memory; returns what the client sees of the server's certificate."""
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
        if not waiting:
            return here.getpeercert(binary_form=True)
    raise AssertionError("no end")


FORMS = ["PEM file", "PEM file, type unsaid", "PEM inline", "PEM in one line", "PEM, encrypted key"]
FORMS += ["PKCS12", "PKCS12 named JKS"]


@pytest.mark.parametrize("form", FORMS)
def test_a_key_store_of_each_form_is_taken(form, ca, broker, tmp_path):
    path = tmp_path / "store"
    values = {"keystore_location": str(path)}
    if form == "PEM inline":
        values = {"keystore_key": broker.key_pem(), "keystore_certificate_chain": broker.chain_pem()}
    elif form == "PEM in one line":
        key, chain = (text.replace("\n", " ") for text in (broker.key_pem("secret"), broker.chain_pem()))
        values = {"keystore_key": key, "keystore_certificate_chain": chain, "key_password": "secret"}
    elif form == "PEM, encrypted key":
        path.write_text(broker.pem("secret"))
        values |= {"keystore_type": "PEM", "key_password": "secret"}
    elif form.startswith("PEM"):
        path.write_text("a comment with an ü\n" + broker.pem())
        values |= {} if "unsaid" in form else {"keystore_type": "PEM"}
    else:
        path.write_bytes(broker.pkcs12("secret"))
        values |= {"keystore_type": "JKS" if "JKS" in form else "PKCS12", "keystore_password": "secret"}
    server = server_context(settings(**values), client_auth="none")
    client = client_context(settings(truststore_certificates=ca.pem()))
    assert shakes_hands(server, client) == broker.der()


@pytest.mark.parametrize("form", ["PEM", "PKCS12", "inline"])
def test_a_trust_store_of_each_form_is_taken(form, ca, broker, tmp_path):
    path = tmp_path / "trust"
    values = {"truststore_location": str(path), "truststore_type": form}
    if form == "PEM":
        path.write_text(pem(Authority("unused").certificate) + ca.pem())
    elif form == "PKCS12":
        certificates = [pkcs12.PKCS12Certificate(ca.certificate, b"ca")]
        path.write_bytes(pkcs12.serialize_java_truststore(certificates, BestAvailableEncryption(b"secret")))
        values |= {"truststore_password": "secret"}
    else:
        values = {"truststore_certificates": ca.pem().replace("\n", "\\n")}  # as one line of a properties file
    server = server_context(
        settings(keystore_key=broker.key_pem(), keystore_certificate_chain=broker.chain_pem()), client_auth="none"
    )
    assert shakes_hands(server, client_context(settings(**values))) == broker.der()


def test_a_jks_store_is_refused_with_the_command_that_converts_it(tmp_path):
    path = tmp_path / "server.jks"
    path.write_bytes(b"\xfe\xed\xfe\xed\x00\x00\x00\x02")
    with pytest.raises(
        TlsError, match=r"keytool -importkeystore -srckeystore .*server\.jks -destkeystore .*server\.p12"
    ):
        read_key_store(
            store_type=None, location=str(path), password="x", key=None, certificate_chain=None, key_password=None
        )
    with pytest.raises(TlsError, match=r"ssl.truststore.type=PKCS12"):
        read_trust_store(store_type="JKS", location=str(path), password="x", certificates=None)


@pytest.mark.parametrize(
    ("content", "values", "complaint"),
    [
        ("{pem}", {"keystore_type": "PKCS12"}, "is not in the format that ssl.keystore.type=PKCS12 promises"),
        ("{pem}", {"keystore_type": "BCFKS"}, "ssl.keystore.type=BCFKS is not supported"),
        ("{encrypted}", {"keystore_type": "PEM"}, "it is encrypted; set ssl.key.password"),
        ("{encrypted}", {"key_password": "wrong-one"}, "ssl.key.password does not open it"),
        ("{strange}", {}, "it does not belong to the first certificate"),
        ("{certificate}", {}, "one private key and its certificates as PEM, found 0 keys"),
        ("nothing of the kind", {}, "neither PEM nor PKCS12"),
        ("0\x82garbage", {}, "cannot be opened as PKCS12: wrong ssl.keystore.password"),
    ],
)
def test_a_key_store_that_cannot_be_used_is_refused_in_words_without_secrets(
    content, values, complaint, ca, broker, tmp_path
):
    texts = {
        "pem": broker.pem(),
        "encrypted": broker.pem("right-one"),
        "strange": ca.issue("x").key_pem() + broker.chain_pem(),
        "certificate": broker.chain_pem(),
    }
    path = tmp_path / "store"
    path.write_text(content.format(**texts))
    with pytest.raises(TlsError, match=complaint) as refusal:
        server_context(settings(keystore_location=str(path), **values), client_auth="none")
    assert "wrong-one" not in str(refusal.value)
    assert "PRIVATE" not in str(refusal.value)


def test_what_is_no_file_keeps_nobody_waiting(tmp_path):
    """Who may alter a listener's settings may name any path; a broker must survive all of them."""
    os.mkfifo(tmp_path / "pipe")
    big = tmp_path / "big"
    with big.open("wb") as file:
        file.truncate(STORE_BYTES_MAX + 1)
    for path in ("/dev/zero", str(tmp_path / "pipe"), str(big)):
        with pytest.raises(TlsError, match="is no file of at most"):
            settings(keystore_location=path)
    with pytest.raises(TlsError, match=r"cannot be read: Is a directory|is no file"):
        settings(truststore_location=str(tmp_path))


def test_a_listener_needs_a_key():
    with pytest.raises(TlsError, match=r"ssl.keystore.location"):
        server_context(settings(), client_auth="none")


@pytest.mark.parametrize(
    ("java", "openssl"),
    [
        ("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "ECDHE-RSA-AES256-GCM-SHA384"),
        ("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256"),
        ("TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"),
        ("TLS_DHE_RSA_WITH_AES_256_CBC_SHA256", "DHE-RSA-AES256-SHA256"),
        ("TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", "ECDHE-RSA-AES128-SHA"),
        ("TLS_RSA_WITH_AES_128_GCM_SHA256", "AES128-GCM-SHA256"),
        ("ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-GCM-SHA256"),
    ],
)
def test_java_s_names_of_cipher_suites_are_openssl_s(java, openssl):
    assert openssl_cipher_name(java) == openssl
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).set_ciphers(openssl)  # raises for a name that OpenSSL does not know


def test_the_named_cipher_suite_is_the_one_that_is_spoken(ca, broker):
    suites = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
    server = server_context(
        settings(keystore_key=broker.key_pem(), keystore_certificate_chain=broker.chain_pem(), cipher_suites=suites),
        client_auth="none",
    )
    assert server.maximum_version == ssl.TLSVersion.TLSv1_2  # none of TLS 1.3 was named, so Java would not speak it
    assert shakes_hands(server, client_context(settings(truststore_certificates=ca.pem())))
    modern = client_context(settings(truststore_certificates=ca.pem(), enabled_protocols=["TLSv1.3"]))
    with pytest.raises(ssl.SSLError):
        shakes_hands(server, modern)


def test_single_suites_of_tls_1_3_are_refused_rather_than_ignored():
    with pytest.raises(TlsError, match=r"single suites of TLS 1.3"):
        client_context(settings(cipher_suites="TLS_AES_128_GCM_SHA256"))


def test_private_keys_leave_no_file_behind_and_do_not_show(broker, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    store = settings(keystore_key=broker.key_pem(), keystore_certificate_chain=broker.chain_pem())
    server_context(store, client_auth="required")
    assert list(tmp_path.iterdir()) == []
    assert "PRIVATE" not in repr(store)
