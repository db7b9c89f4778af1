"""How much memory there is: of the machine, or of the container."""

from __future__ import annotations

import pytest

from kavka.common.machine_memory import machine_memory_bytes

MB = 1024 * 1024


@pytest.fixture
def cgroup(tmp_path):
    """Writes limits; tells what is found."""
    groups = tmp_path / "groups"

    def find(lines, **limits):
        groups.write_text(lines)
        for path, limit in limits.items():
            file = tmp_path / "root" / path.replace("__", "/").replace("_limit", ".limit").replace("_max", ".max")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{limit}\n")
        return machine_memory_bytes(tmp_path / "root", groups)

    return find


def test_without_limits_it_is_the_machine(cgroup, tmp_path):
    physical = cgroup("0::/\n")
    assert physical > 100 * MB
    assert machine_memory_bytes(tmp_path, tmp_path / "none") == physical
    assert cgroup("0::/\n", memory_max="max") == physical
    assert cgroup("0::/a/b\n", a__memory_max=10 * physical) == physical


def test_the_least_limit_on_the_way_up_counts(cgroup):
    assert cgroup("0::/a/b\n", a__memory_max=64 * MB, a__b__memory_max=80 * MB) == 64 * MB


def test_version_1(cgroup):
    assert cgroup("5:cpu:/\n4:memory,foo:/docker/1\n", memory__memory_limit_in_bytes=50 * MB) == 50 * MB
