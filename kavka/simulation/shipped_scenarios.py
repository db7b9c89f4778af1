"""The scenarios that are shipped: what once went wrong in a cluster, each a JSON file of the folder `scenarios`.

    scenarios/one-bit-in-one-replica.json ─▶ shipped_scenario("one-bit-in-one-replica") ─▶ Scenario

`kavka simulate --scenario NAME` runs one of them. Not here: what a scenario is (`scenario`), and which line of the
product each of them watches over (the tests).
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from kavka.simulation.scenario import Scenario

FOLDER: Final = "scenarios"
SUFFIX: Final = ".json"


def shipped_names() -> list[str]:
    """Returns the names of the shipped scenarios, sorted."""
    folder = files("kavka.simulation").joinpath(FOLDER)
    return sorted(file.name.removesuffix(SUFFIX) for file in folder.iterdir() if file.name.endswith(SUFFIX))


def shipped_scenario(name: str) -> Scenario:
    """Reads a shipped scenario. Raises KeyError: there is none of that name."""
    if name not in shipped_names():
        raise KeyError(name)
    return Scenario.from_json(files("kavka.simulation").joinpath(FOLDER, f"{name}{SUFFIX}").read_text(encoding="utf-8"))
