"""A certificate authority for tests: makes keys and certificates in a moment, as PEM, PKCS12, or Kafka properties.

ca = Authority("kavka test CA")
broker = ca.issue("broker", hosts=["localhost", "127.0.0.1"])
broker.write(folder)                    # folder/broker.pem: the key and its chain
client_properties(ca, folder, broker)   # what a Kafka client is told
"""

from __future__ import annotations

import datetime
import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

LOCAL = ("localhost", "127.0.0.1", "::1")
BEGIN = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
END = datetime.datetime(2100, 1, 1, tzinfo=datetime.UTC)
EXPIRED = datetime.datetime(2001, 1, 1, tzinfo=datetime.UTC)


def subject_name(common_name: str, **rest: str) -> x509.Name:
    """CN alone, or with O, OU and what else x509 calls by these names."""
    attributes = [x509.NameAttribute(getattr(NameOID, oid), value) for oid, value in rest.items()]
    return x509.Name([*attributes, x509.NameAttribute(NameOID.COMMON_NAME, common_name)])


@dataclass
class Certificate:
    """A key with its certificate and its authority's."""

    name: str
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate
    issuer: x509.Certificate

    def key_pem(self, password: str | None = None) -> str:
        encryption = (
            serialization.NoEncryption()
            if password is None
            else serialization.BestAvailableEncryption(password.encode())
        )
        form = serialization.PrivateFormat.PKCS8
        return self.key.private_bytes(serialization.Encoding.PEM, form, encryption).decode()

    def chain_pem(self) -> str:
        return pem(self.certificate) + pem(self.issuer)

    def der(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.DER)

    def pem(self, password: str | None = None) -> str:
        return self.key_pem(password) + self.chain_pem()

    def pkcs12(self, password: str) -> bytes:
        encryption = serialization.BestAvailableEncryption(password.encode())
        return pkcs12.serialize_key_and_certificates(
            self.name.encode(), self.key, self.certificate, [self.issuer], encryption
        )

    def write(self, folder: Path, name: str | None = None, password: str | None = None) -> Path:
        """Key and chain in one PEM file, as Kafka's PEM key stores are."""
        path = folder / f"{name or self.name}.pem"
        path.write_text(self.pem(password))
        return path

    def write_key(self, folder: Path) -> Path:
        """The key alone, as librdkafka and kafka-python want it."""
        path = folder / f"{self.name}.key"
        path.write_text(self.key_pem())
        return path


class Authority:
    """A certificate authority."""

    def __init__(self, name: str = "kavka test CA") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = subject_name(name)
        self.certificate = (
            _builder(self.name, self.name, self.key, END)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(self.key, hashes.SHA256())
        )

    def issue(
        self,
        common_name: str,
        hosts: Iterable[str] = LOCAL,
        *,
        subject: x509.Name | None = None,
        end: datetime.datetime = END,
    ) -> Certificate:
        """A certificate for a server and a client at once, as brokers need it."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(subject_name(common_name) if subject is None else subject, self.name, key, end)
        names = [_general_name(host) for host in hosts]
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        usages = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH])
        certificate = builder.add_extension(usages, critical=False).sign(self.key, hashes.SHA256())
        return Certificate(common_name, key, certificate, self.certificate)

    def pem(self) -> str:
        return pem(self.certificate)

    def write(self, folder: Path, name: str = "ca") -> Path:
        path = folder / f"{name}.pem"
        path.write_text(self.pem())
        return path


def pem(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(serialization.Encoding.PEM).decode()


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, end: datetime.datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(BEGIN)
        .not_valid_after(end)
    )


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
