"""What is published says what it is: the Pythons it is for, links that lead somewhere, and the day of its release."""

from __future__ import annotations

import re
import tarfile
import tomllib
from pathlib import Path

from kavka.build_package import OLDEST_IN_A_ZIP, pack, readme_elsewhere, source_date

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_pythons_that_it_claims_are_those_that_run_its_tests():
    claimed = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    (tested,) = re.findall(r"^PYTHONS \?= (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert claimed == sorted(claimed, key=lambda version: int(version[2:]))
    assert {*claimed} <= {*tested.split()}
    assert f">={claimed[0]}" == PROJECT["requires-python"]


README = """# A [title](docs/a.md)

[`make test`](CONTRIBUTING.md#tests), [elsewhere](https://kafka.apache.org), [below](#below), `rows[0](x)`

![the console](docs/console.png)

```python
handlers[key](request)
```
"""


def test_links_of_the_readme_lead_to_the_sources_of_that_version():
    assert readme_elsewhere(README, "https://example.org/kavka/", "v1.2") == (
        README.replace("](docs/a.md)", "](https://example.org/kavka/blob/v1.2/docs/a.md)")
        .replace("](CONTRIBUTING.md#tests)", "](https://example.org/kavka/blob/v1.2/CONTRIBUTING.md#tests)")
        .replace("](docs/console.png)", "](https://example.org/kavka/raw/v1.2/docs/console.png)")
    )


def test_while_the_sources_have_no_address_nothing_leads_nowhere():
    assert readme_elsewhere(README, None, "v1.2") == (
        README.replace("[title](docs/a.md)", "title")
        .replace("[`make test`](CONTRIBUTING.md#tests)", "`make test`")
        .replace("![the console](docs/console.png)", "")
    )


def test_files_bear_the_day_of_the_release(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.2.0"\n')
    assert source_date(tmp_path) == OLDEST_IN_A_ZIP
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text("# Changelog\n\n## Unreleased\n\n## 0.2.0.1 (2026-02-03)\n")
    assert source_date(tmp_path) == OLDEST_IN_A_ZIP
    changelog.write_text("# Changelog\n\n## 0.2.0 (2026-01-02)\n\n- A.\n\n## 0.1.0 (2025-01-01)\n")
    assert source_date(tmp_path) == 1_767_312_000


def test_what_is_packed_depends_on_names_and_contents_alone(tmp_path):
    for name, order, mode in (("one", "abc", 0o644), ("two", "cba", 0o600)):
        tree = tmp_path / name / "kavka-1"
        (tree / "inner").mkdir(parents=True)
        for letter in order:
            (tree / "inner" / letter).write_text(letter)
            (tree / "inner" / letter).chmod(mode)
        (tree / "run").write_text("x")
        (tree / "run").chmod(mode | 0o100)
        pack(tree, tmp_path / name / "kavka-1.tar.gz", 1_000_000_000)
    packed = tmp_path / "one" / "kavka-1.tar.gz"
    assert packed.read_bytes() == (tmp_path / "two" / "kavka-1.tar.gz").read_bytes()
    with tarfile.open(packed) as tar:
        modes = {entry.name: oct(entry.mode) for entry in tar}
    assert modes == {
        "kavka-1": "0o755",
        "kavka-1/inner": "0o755",
        **{f"kavka-1/inner/{letter}": "0o644" for letter in "abc"},
        "kavka-1/run": "0o755",
    }
