"""Subjects as Java spells them (X500Principal.getName of Java 17), because permissions are written for that."""

import datetime

import pytest
from cryptography import x509
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st

from kavka.broker.security.x509_names import BadCertificate, alternative_names_of, end_of, subject_of
from tests.support.certificates import Authority

CA = Authority()


def issued(*rdns):
    names = [x509.RelativeDistinguishedName([x509.NameAttribute(oid, value) for oid, value in rdn]) for rdn in rdns]
    return CA.issue("x", subject=x509.Name(names)).der()


@pytest.mark.parametrize(
    ("rdns", "subject"),
    [
        ([[(NameOID.COMMON_NAME, "alice")]], "CN=alice"),
        ([], ""),
        (
            [[(NameOID.COUNTRY_NAME, "DE")], [(NameOID.ORGANIZATION_NAME, "A, B")], [(NameOID.COMMON_NAME, "x")]],
            "CN=x,O=A\\, B,C=DE",
        ),
        ([[(NameOID.DOMAIN_COMPONENT, "com")], [(NameOID.USER_ID, "u")]], "UID=u,DC=com"),
        ([[(NameOID.COMMON_NAME, " both  ")]], "CN=\\ both\\ \\ "),
        ([[(NameOID.COMMON_NAME, "  ")]], "CN=\\ \\ "),
        ([[(NameOID.COMMON_NAME, '#a=b+c"<d>;\\')]], 'CN=\\#a\\=b\\+c\\"\\<d\\>\\;\\\\'),
        ([[(NameOID.COMMON_NAME, "zero\0byte")]], "CN=zero\\00byte"),
        ([[(NameOID.COMMON_NAME, "日本ü")]], "CN=日本ü"),
        ([[(NameOID.EMAIL_ADDRESS, "a@b.c")]], "1.2.840.113549.1.9.1=#16056140622e63"),
        ([[(x509.ObjectIdentifier("1.2.3.4.99999"), "x")]], "1.2.3.4.99999=#0c0178"),
    ],
)
def test_subjects_are_spelled_as_java_does(rdns, subject):
    assert subject_of(issued(*rdns)) == subject


def test_a_relative_name_of_several_attributes_keeps_their_order():
    der = issued([(NameOID.COMMON_NAME, "a"), (NameOID.ORGANIZATION_NAME, "b")])
    assert sorted(subject_of(der).split("+")) == ["CN=a", "O=b"]


def test_alternative_names_are_compared_as_they_are():
    few = alternative_names_of(CA.issue("x", hosts=["a.example"]).der())
    many = alternative_names_of(CA.issue("x", hosts=["a.example", "10.0.0.1"]).der())
    assert len(few) == 1
    assert few < many
    assert alternative_names_of(CA.issue("x", hosts=()).der()) == frozenset()


@pytest.mark.parametrize("year", [2001, 2049, 2050, 2100])
def test_the_end_is_read_in_both_forms(year):
    """Before 2050 years have two digits."""
    end = datetime.datetime(year, 2, 3, 4, 5, 6, tzinfo=datetime.UTC)
    assert end_of(CA.issue("x", end=end).der()) == int(end.timestamp())


@given(st.binary(max_size=60))
def test_garbage_is_no_certificate(data):
    with pytest.raises(BadCertificate):
        subject_of(data)


@given(st.data())
def test_a_certificate_that_was_bent_is_a_certificate_or_none(data):
    der = bytearray(ALICE)
    for position in data.draw(st.lists(st.integers(0, len(der) - 1), max_size=3)):
        der[position] = data.draw(st.integers(0, 255))
    try:
        subject_of(bytes(der))
        alternative_names_of(bytes(der))
        end_of(bytes(der))
    except BadCertificate:
        pass


ALICE = CA.issue("alice").der()
