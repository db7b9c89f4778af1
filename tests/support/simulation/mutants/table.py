"""All mutants, by what they are of, and by their names."""

from __future__ import annotations

from typing import Final

from tests.support.simulation.mutants.control import CONTROL
from tests.support.simulation.mutants.coordination import COORDINATION
from tests.support.simulation.mutants.logs import LOGS
from tests.support.simulation.mutants.mutant import Mutant
from tests.support.simulation.mutants.replication import REPLICATION
from tests.support.simulation.mutants.sharing import SHARING

MUTANTS: Final = (*REPLICATION, *CONTROL, *LOGS, *COORDINATION, *SHARING)

_BY_NAME: Final = {mutant.name: mutant for mutant in MUTANTS}
assert len(_BY_NAME) == len(MUTANTS), "two mutants have one name"


def mutant_named(name: str) -> Mutant:
    """Returns the mutant of that name.

    Raises:
        KeyError: there is none.
    """
    return _BY_NAME[name]
