"""What a certificate says of its owner, read from DER: the subject as RFC 2253 writes it, its other names, its end.

    Certificate ::= SEQUENCE { tbsCertificate SEQUENCE {
        [0] version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo, …, [3] extensions } … }

The subject is spelled as Java's X500Principal.getName() does, because permissions and mapping rules were written for
that: attributes in reverse order, known types by keyword, unknown ones as OID=#hex.

Read with a dozen lines instead of a library, because a broker needs nothing else of X.509: whether a certificate is
valid, OpenSSL has decided before.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

_SEQUENCE: Final = 0x30
_UTC_TIME: Final = 0x17
_VERSION: Final = 0xA0
_EXTENSIONS: Final = 0xA3
_OCTET_STRING: Final = 0x04
_SUBJECT_ALT_NAME: Final = bytes((0x55, 0x1D, 0x11))

_KEYWORDS: Final = {
    "2.5.4.3": "CN",
    "2.5.4.6": "C",
    "2.5.4.7": "L",
    "2.5.4.8": "ST",
    "2.5.4.9": "STREET",
    "2.5.4.10": "O",
    "2.5.4.11": "OU",
    "0.9.2342.19200300.100.1.1": "UID",
    "0.9.2342.19200300.100.1.25": "DC",
}
_TEXT_TAGS: Final = frozenset((0x0C, 0x13, 0x14, 0x16, 0x1B, 0x1E))
"""UTF8String, PrintableString, T61String, IA5String, GeneralString, BMPString. Java reads each of them as UTF-8."""

_ESCAPED: Final = frozenset(',=+<>#;"\\')

_Tlv = tuple[int, bytes, bytes]
"""Tag, content, and the whole element."""


class BadCertificate(ValueError):
    """Bytes that are no certificate."""


def subject_of(der: bytes) -> str:
    """Returns the subject of a certificate as RFC 2253, Java's way.

    Raises:
        BadCertificate: it is none.
    """
    name = _tbs(der)[4][1]
    relative_names = _elements(name) if name else ()  # empty where the alternative names say it all
    return ",".join("+".join(_attribute(one[1]) for one in _elements(rdn[1])) for rdn in reversed(relative_names))


def end_of(der: bytes) -> int:
    """Returns when a certificate expires, seconds since 1970.

    Raises:
        BadCertificate: it is none.
    """
    tag, content, _ = _elements(_tbs(der)[3][1])[-1]
    text = content.decode("ascii", errors="replace")
    if tag == _UTC_TIME:
        text = ("19" if text >= "50" else "20") + text  # RFC 5280: two digits stand for 1950 to 2049
    try:
        return int(datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC).timestamp())
    except ValueError:
        raise BadCertificate(f"a certificate that ends at {text!r}") from None


def alternative_names_of(der: bytes) -> frozenset[bytes]:
    """Returns the subject's alternative names, each as it is encoded; empty when there are none.

    Raises:
        BadCertificate: it is none.
    """
    for tag, content, _ in _tbs(der)[6:]:
        if tag != _EXTENSIONS:
            continue
        for _, extension, _ in _elements(_elements(content)[0][1]):
            parts = _elements(extension)
            if parts[0][1] == _SUBJECT_ALT_NAME and parts[-1][0] == _OCTET_STRING:
                return frozenset(whole for _, _, whole in _elements(_elements(parts[-1][1])[0][1]))
    return frozenset()


def _tbs(der: bytes) -> list[_Tlv]:
    """The elements of the certificate's inner part, from the serial number on."""
    outer = _elements(der)
    if not outer or outer[0][0] != _SEQUENCE:
        raise BadCertificate("not a certificate")
    fields = _elements(_elements(outer[0][1])[0][1])
    if fields and fields[0][0] == _VERSION:
        fields = fields[1:]
    if len(fields) < 6:
        raise BadCertificate("a certificate without a subject")
    return fields


def _elements(data: bytes) -> list[_Tlv]:
    """The elements that follow each other in `data`."""
    found: list[_Tlv] = []
    pos = 0
    while pos < len(data):
        start = pos
        if len(data) - pos < 2:
            raise BadCertificate("a certificate that is cut off")
        tag, length = data[pos], data[pos + 1]
        pos += 2
        if length & 0x80:
            size = length & 0x7F
            length = int.from_bytes(data[pos : pos + size], "big")
            pos += size
        if pos + length > len(data):
            raise BadCertificate("a certificate that is cut off")
        found.append((tag, data[pos : pos + length], data[start : pos + length]))
        pos += length
    if not found:
        raise BadCertificate("a certificate with an empty part")
    return found


def _attribute(data: bytes) -> str:
    parts = _elements(data)
    if len(parts) != 2:
        raise BadCertificate("a name of another form")
    oid = _dotted(parts[0][1])
    tag, content, whole = parts[1]
    keyword = _KEYWORDS.get(oid)
    if keyword is None or tag not in _TEXT_TAGS:
        return f"{keyword or oid}=#{whole.hex()}"
    return f"{keyword}={_escaped(content.decode('utf-8', errors='replace'))}"


def _dotted(data: bytes) -> str:
    numbers: list[int] = []
    value = 0
    for byte in data:
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            numbers.append(value)
            value = 0
    if not numbers:
        raise BadCertificate("a name without a type")
    first = min(numbers[0] // 40, 2)
    return ".".join(map(str, (first, numbers[0] - 40 * first, *numbers[1:])))


def _escaped(text: str) -> str:
    """RFC 2253's escapes: special characters anywhere, blanks at both ends."""
    inner = text.strip(" ")
    if not inner:
        return "\\ " * len(text)
    before, after = len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" "))
    body = "".join(f"\\{char}" if char in _ESCAPED else char for char in inner).replace("\0", "\\00")
    return "\\ " * before + body + "\\ " * after
