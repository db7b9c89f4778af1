"""How records are written: kcat's formats, and what of rpk's is beside them."""

import pytest

from kavka.cli.format_layout import unescaped
from kavka.cli.record_format import KCAT_NULL, RecordStyle, compile_format, compile_separated
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record

TP = TopicPartition("events", 3)
RECORD = Record(42, 1_700_000_000_000, 0, b"key", b"value", [("a", b"1"), ("b", None)])
NULLS = Record(43, -1, 0, None, None, [])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%s\\n", b"value\n"),
        ("%t-%p@%o %k=%s\\n", b"events-3@42 key=value\n"),
        ("%K %S|", b"3 5|"),
        ("%T", b"1700000000000"),
        ("%h", b"a=1,b=NULL"),
        ("100%%\\t\\r\\\\", b"100%\t\r\\"),
        ("\\x00\\x7f", b"\x00\x7f"),
        ("žluť %s", "žluť ".encode() + b"value"),
        ("", b""),
    ],
)
def test_formats(text, expected):
    assert compile_format(text)(TP, [RECORD]) == expected


def test_nulls_are_empty_and_their_length_is_minus_one():
    assert compile_format("%k,%s,%K,%S,%h;")(TP, [NULLS]) == b",,-1,-1,;"


def test_records_follow_each_other():
    assert compile_format("%s\\n")(TP, [RECORD, NULLS, RECORD]) == b"value\n\nvalue\n"


@pytest.mark.parametrize("text", ["%x", "%", "a\\"])
def test_nonsense_is_refused(text):
    with pytest.raises(ValueError, match=r"not known|ends in the middle"):
        compile_format(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%v %V", b"value 5"),
        ("%R%s", b"\0\0\0\5value"),
        ("%H %h{%k=%v;}", b"2 a=1;b=;"),
        ("%h{%K%V,}", b"11,1-1,"),
        ("%h{%k{hex}:%v{base64} }", b"61:MQ== 62: "),
        ("%s{hex} %k{base64} %t{base64raw}", b"76616c7565 a2V5 ZXZlbnRz"),
        ("%s{unpack[c s]}", b"v alue"),
        ("%s{unpack{bxx.$}}", None),
        ("%o{big32}%o{little16}%o{byte}", b"\0\0\0\x2a\x2a\0\x2a"),
        ("%o{hex} %o{hex16} %o{hex4} %p{bool} %p{ascii}", b"2a 002a a true 3"),
        ("%d %T", b"1700000000000 1700000000000"),
        ("%d{strftime[%F %T]} %T{strftime##%H#%M##}", b"2023-11-14 22:13:20 22#13"),
        ("%d{big64}", (1_700_000_000_000).to_bytes(8, "big")),
        ("%{%k%}", b"{key}"),
    ],
)
def test_rpks_letters_and_modifiers(text, expected):
    formatter = compile_format(text)
    if expected is None:
        with pytest.raises(ValueError, match="bytes remain"):
            formatter(TP, [RECORD])
    else:
        assert formatter(TP, [RECORD]) == expected


def test_records_are_counted():
    formatter = compile_format("%i:%s ")
    assert formatter(TP, [RECORD, NULLS]) + formatter(TP, [RECORD]) == b"1:value 2: 3:value "


def test_null_is_shown_where_that_is_wanted():
    style = RecordStyle(null=KCAT_NULL)
    assert compile_format("%k %s{hex} %S %h", style)(TP, [RECORD, NULLS]) == b"key 76616c7565 5 a=1,b=NULLNULL NULL -1 "
    assert compile_format("%s\\n", style)(TP, [NULLS]) == b"NULL\n"


def test_a_key_before_the_value():
    assert compile_separated(b"=>", b"#\n")(TP, [RECORD, NULLS]) == b"key=>value#\n=>#\n"
    assert compile_separated(b"", b"\0")(TP, [RECORD]) == b"value\0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("%s{hexx}", "a text has no modifier"),
        ("%o{strftime[%F]}", "a number has no modifier"),
        ("%d{go[2006]}", "times are formatted by strftime"),
        ("%d{strftime[%F}", "not closed as it is opened"),
        ("%d{strftime}", "not closed as it is opened"),
        ("%R{big32}", "four bytes already"),
        ("%h{%s}", "%s is not known"),
        ("%s{", "has no end"),
        ("%s{unpack[z]}", "nothing in a pack string"),
    ],
)
def test_modifiers_that_mean_nothing_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        compile_format(text)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (":", b":"),
        ("\\t", b"\t"),
        ("\\x1f", b"\x1f"),
        ("a\\\\b", b"a\\b"),
        ("=>", b"=>"),
        ("%", b"%"),
        ("ž\\n", "ž\n".encode()),
    ],
)
def test_a_separator_knows_the_escapes_of_a_format(text, content):
    assert unescaped(text) == content


def test_a_separator_that_ends_in_a_backslash_is_refused():
    with pytest.raises(ValueError, match="middle of an escape"):
        unescaped("a\\")
