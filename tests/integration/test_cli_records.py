"""`kavka produce` and `kavka consume` beside kcat: each reads what the other wrote, and says the same of it."""

import base64
import json
import random
import shutil
import subprocess

import pytest

from tests.support.processes.cluster import missing
from tests.support.processes.command_line import DEADLINE_S, detached, kavka, running, text

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

BASE_MS = 1_700_000_000_000


@pytest.fixture(scope="module")
def env(tmp_path_factory):
    # The records are of 2023.
    with detached(tmp_path_factory.mktemp("cluster") / "data", "--config", "log.retention.ms=-1") as state:
        yield {"KAVKA_BOOTSTRAP": state["bootstrap"]}


@pytest.fixture
def made(env, topic):
    """A topic of two partitions, and a run of it."""
    kavka("topic", "create", topic, "-p", 2, env=env)
    return topic


def kcat(env, *arguments, stdin=b""):
    if shutil.which("kcat") is None:
        missing("kcat")
    result = subprocess.run(
        ["kcat", "-q", "-b", env["KAVKA_BOOTSTRAP"], *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=DEADLINE_S,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def fill(env, topic, count=10):
    """Numbers in partition 0, a second apart."""
    lines = [
        json.dumps({"payload": str(number), "partition": 0, "ts": BASE_MS + 1000 * number}) for number in range(count)
    ]
    kavka("produce", topic, "-J", stdin="\n".join(lines).encode(), env=env)


def values(env, topic, *options):
    return text(kavka("consume", topic, "-e", "-f", "%s ", *options, env=env)).split()


class TestBesideKcat:
    INPUT = b"k1:v1\nk2:\n:v3\nplain\n:\n"

    @pytest.fixture(scope="class")
    def written(self, env):
        kavka("topic", "create", "written", "-p", 2, env=env)
        kcat(
            env, "-P", "-t", "written", "-p", 0, "-K", ":", "-Z", "-H", "h=1", "-H", "n", "-H", "h=2", stdin=self.INPUT
        )
        return "written"

    @pytest.mark.parametrize(
        "options",
        [
            (),
            ("-K", "=>"),
            ("-K", "=>", "-D", "#\\n", "-Z"),
            ("-f", "%t [%p] %o %k %K %s %S %T %h\\n"),
            ("-f", "%R%s", "-Z"),
            ("-s", "key=c s", "-s", "value=bBs"),
            ("-o", "2", "-c", "1"),
            ("-o", "s@0", "-o", "e@99999999999999"),
        ],
    )
    def test_both_write_the_same(self, env, written, options):
        ours = kavka("consume", written, "-p", 0, "-e", *options, env=env).stdout
        assert ours == kcat(env, "-C", "-t", written, "-p", 0, "-e", *options)

    def test_both_write_the_same_json(self, env, written):
        theirs = [json.loads(line) for line in kcat(env, "-C", "-t", written, "-p", 0, "-e", "-J").splitlines()]
        ours = [
            json.loads(line) for line in kavka("consume", written, "-p", 0, "-e", "-J", env=env).stdout.splitlines()
        ]
        assert ours == [{name: value for name, value in item.items() if name != "broker"} for item in theirs]

    def test_both_read_the_same(self, env, written):
        options = ("-K", ":", "-Z", "-H", "h=1", "-H", "n", "-H", "h=2")
        kavka("produce", written, "-p", 1, *options, stdin=self.INPUT, env=env)
        shown = [kcat(env, "-C", "-t", written, "-p", p, "-e", "-Z", "-f", "%o %k %s %K %S %h\\n") for p in (0, 1)]
        assert shown[0] == shown[1]

    def test_a_fixed_key_is_of_lines_without_one(self, env, made):
        options = ("-K", ":", "-k", "fixed")
        kcat(env, "-P", "-t", made, "-p", 0, *options, stdin=b"a:1\n2\n")
        kavka("produce", made, "-p", 1, *options, stdin=b"a:1\n2\n", env=env)
        shown = [kcat(env, "-C", "-t", made, "-p", p, "-e", "-f", "%k=%s\\n") for p in (0, 1)]
        assert shown == [b"a=1\nfixed=2\n"] * 2

    def test_files_by_line_and_whole(self, env, made, tmp_path):
        path = tmp_path / "file"
        path.write_bytes(b"one\0two\nthree")
        for partition, run in (
            (0, lambda *a: kcat(env, "-P", "-t", made, *a)),
            (1, lambda *a: kavka("produce", made, *a, env=env)),
        ):
            run("-p", partition, "-l", path)
            run("-p", partition, "-D", "\\x00", "-l", path)
            run("-p", partition, path, path)
        shown = [kcat(env, "-C", "-t", made, "-p", p, "-e", "-D", "|") for p in (0, 1)]
        assert shown[0] == shown[1] == b"one\0two|three|one|two\nthree|one\0two\nthree|one\0two\nthree|"

    def test_both_tell_the_same_offsets(self, env, made):
        fill(env, made)
        for question in (f"{made}:0:{BASE_MS + 3500}", f"{made}:0:-1", f"{made}:0:-2", f"{made}:0:99999999999999"):
            assert kavka("consume", "-Q", question, env=env).stdout == kcat(env, "-Q", "-t", question)
            theirs = json.loads(kcat(env, "-Q", "-J", "-t", question))
            assert json.loads(kavka("consume", "-Q", "-J", question, env=env).stdout) == theirs


class TestMirrors:
    @pytest.mark.parametrize(
        "options",
        [
            ("-J",),
            ("-f", "%p %T %K{big32}%k%V{big32}%v%H{big16}%h{%K{big16}%k%V{big32}%v}"),
            ("-f", "%p;%d{strftime[%F %T.%f]}|%K %k{hex}%S %s{base64}%H %h{%K %k{hex}%V %v{hex}}\\n"),
        ],
    )
    def test_nothing_is_lost_on_the_way(self, env, made, options):
        dice = random.Random(7)

        def content():
            return dice.choice([None, "", 'text \n"\t', {"base64": dice.randbytes(6)}])

        lines = []
        for number in range(300):
            item = {"partition": number % 2, "ts": BASE_MS + number}
            names = [dice.choice("abc") for _ in range(dice.randrange(4))]
            item["headers"] = [part for name in names for part in (name, dice.choice([None, "", "é"]))]
            for member in ("key", "payload"):
                chosen = content()
                if isinstance(chosen, dict):
                    item[member + "_base64"] = base64.b64encode(chosen["base64"]).decode()
                else:
                    item[member] = chosen
            lines.append(json.dumps(item))
        kavka("produce", made, "-J", stdin="\n".join(lines).encode(), env=env)
        copy = f"{made}.copy"
        kavka("topic", "create", copy, "-p", 2, env=env)
        kavka("produce", copy, *options, stdin=kavka("consume", made, "-e", *options, env=env).stdout, env=env)

        def shown(topic):
            output = text(kavka("consume", topic, "-e", "-J", env=env)).replace(topic, "")
            return sorted(output.splitlines())

        assert len(shown(made)) == 300
        assert shown(copy) == shown(made)

    def test_what_comes_before_a_mistake_is_sent(self, env, made):
        result = kavka("produce", made, "-J", stdin=b'{"payload": "x"}\n\n{"payload": 5\n', env=env, check=False)
        assert result.returncode == 1
        assert result.stderr.startswith(b"kavka: line 3 cannot be sent: it is no JSON")
        assert values(env, made) == ["x"]

    def test_a_partition_that_is_not_there(self, env, made):
        line = b'{"payload": "x", "partition": 7}\n'
        result = kavka("produce", made, "-J", stdin=line, env=env, check=False)
        assert result.returncode == 1
        assert b"-p -1 chooses partitions by key" in result.stderr
        kavka("produce", made, "-J", "-p", -1, stdin=line, env=env)
        assert values(env, made) == ["x"]

    def test_so_many_and_no_more(self, env, made):
        tee = kavka("produce", made, "-c", 2, "-T", "-p", 0, stdin=b"1\n2\n3\n", env=env).stdout
        assert tee == b"1\n2\n"
        assert values(env, made) == ["1", "2"]


class TestPlaces:
    @pytest.mark.parametrize(
        ("where", "expected"),
        [
            (("7",), "789"),
            (("-2",), "89"),
            (("+7",), "789"),
            (("3:6",), "345"),
            ((":2",), "01"),
            (("-5:-3",), "56"),
            (("8:end",), "89"),
            (("100",), ""),
            ((f"@{BASE_MS + 7000}",), "789"),
            ((f"@{BASE_MS + 3500}:{BASE_MS + 6000}",), "45"),
            ((f"@{BASE_MS + 3000}:2s",), "34"),
            (("@2023-11-14T22:13:25Z:3s",), "567"),
            ((f"s@{BASE_MS + 7500}", f"e@{BASE_MS + 9000}"), "8"),
            ((f"e@{BASE_MS + 1000}",), "0"),
            (("@-1h",), ""),
        ],
    )
    def test_from_where_to_where(self, env, topic, where, expected):
        kavka("topic", "create", topic, "-p", 2, env=env)
        fill(env, topic)
        assert "".join(values(env, topic, *(part for place in where for part in ("-o", place)))) == expected

    def test_a_range_ends_by_itself(self, env, made):
        fill(env, made)
        for where in ("2:4", f"@{BASE_MS + 2000}:2s"):
            assert text(kavka("consume", made, "-p", 0, "-o", where, "-f", "%s", env=env)) == "23"

    def test_a_time_to_come_is_waited_for(self, env, made):
        fill(env, made, 2)
        with running("consume", made, "-p", 0, "-o", "e@99999999999999", env=env) as process:
            assert [process.stdout.readline() for _ in range(2)] == ["0\n", "1\n"]
            lines = [
                {"payload": name, "partition": 0, "ts": ms} for name, ms in (("a", BASE_MS), ("b", 99999999999999))
            ]
            kavka("produce", made, "-J", stdin="\n".join(map(json.dumps, lines)).encode(), env=env)
            assert process.stdout.read() == "a\n"
            assert process.wait(DEADLINE_S) == 0

    def test_several_topics_and_expressions(self, env, topic):
        names = [f"{topic}.a", f"{topic}.b", f"other.{topic}"]
        kavka("topic", "create", *names, env=env)
        for name in names:
            kavka("produce", name, stdin=name.encode(), env=env)

        def read(*options):
            return sorted(text(kavka("consume", "-e", *options, env=env)).splitlines())

        assert read(*names[:2]) == names[:2]
        assert read(f"^{topic}") == names[:2]
        assert read(f"^{topic}.a", names[2]) == [names[0], names[2]]
        assert read("-r", topic) == sorted(names)
        assert read("-g", f"{topic}.g", f"^{topic}") == names[:2]
        assert read("-G", f"{topic}.h", *names[1:]) == sorted(names[1:])
        nothing = kavka("consume", "-e", f"^nothing.{topic}", env=env, check=False)
        assert nothing.returncode == 4
        assert nothing.stderr.decode().count("\n") == 1


def test_a_value_that_is_not_packed_so_is_said_after_what_is(env, topic):
    kavka("topic", "create", topic, "-p", 1, env=env)
    kavka("produce", topic, stdin=b"ab\nabc\n", env=env)
    result = kavka("consume", topic, "-e", "-s", "value=cc$", env=env, check=False)
    assert (result.returncode, result.stdout) == (1, b"ab\n")
    assert b"[0] at offset 1 cannot be written: 1 bytes remain" in result.stderr
    as_json = kavka("consume", topic, "-e", "-s", "value=cc$", "-J", env=env).stdout.splitlines()
    assert "payload_error" in json.loads(as_json[1])
