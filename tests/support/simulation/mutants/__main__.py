"""Looks for mutants: `… --mutant NAME | --all | --found | --check | --guards | --page FILE`.

python -m tests.support.simulation.mutants --mutant truncates-to-high-watermark --seeds 2000
python -m tests.support.simulation.mutants --found --record                       all of them anew
python -m tests.support.simulation.mutants --check --record                       those whose recorded seed is stale
python -m tests.support.simulation.mutants --all --runs 60 --jobs 2 --record
python -m tests.support.simulation.mutants --guards --record                      of the shipped scenarios
python -m tests.support.simulation.mutants --page docs/simulation-mutants.md

A command line alone; what it calls says what it does (`hunt`, `found`, `guards`, `page`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.support.simulation.mutants.found import record, recorded
from tests.support.simulation.mutants.guards import failure_without, record_failure, what_failed
from tests.support.simulation.mutants.hunt import SEEDS_MAX, Found, found_again, hunt, seeds_for
from tests.support.simulation.mutants.mutant import Mutant
from tests.support.simulation.mutants.page import page
from tests.support.simulation.mutants.table import MUTANTS, mutant_named
from tests.support.simulation.scenario_guards import GUARDS


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; returns its exit code: 1 where a mutant was not found."""
    options = _parser().parse_args(arguments)
    if options.page is not None:
        options.page.write_text(page(), encoding="utf-8")
        return 0
    if options.guards:
        return _try_guards(options.jobs, is_recorded=options.record)
    wanted = [mutant_named(options.mutant)] if options.mutant else [*MUTANTS]
    known = recorded()
    if options.found:
        wanted = [mutant for mutant in MUTANTS if mutant.name in known and known[mutant.name].seed is not None]

    def look(mutant: Mutant) -> tuple[Mutant, Found]:
        again = found_again(mutant, known[mutant.name]) if options.check and mutant.name in known else None
        if again is not None:
            return mutant, again
        if options.check and not options.record:
            return mutant, Found(tried=1)
        seeds = seeds_for(mutant, range(options.first, options.first + options.seeds))
        return mutant, hunt(mutant, seeds[: options.runs])

    print("| mutant | seed | runs | invariant |\n|---|---:|---:|---|")
    missed = 0
    with ThreadPoolExecutor(options.jobs) as threads:
        for mutant, found in threads.map(look, wanted):
            missed += found.seed is None
            print(f"| `{mutant.name}` | {found.seed or '–'} | {found.tried:,} | {found.invariant or '–'} |", flush=True)
            if options.detail and found.detail:
                print(f"    {found.detail}", file=sys.stderr)
            if options.record:
                record(mutant.name, found)
    return 1 if missed else 0


def _try_guards(jobs: int, *, is_recorded: bool) -> int:
    print("| scenario | seed | what fails |\n|---|---:|---|")
    missed = 0
    with ThreadPoolExecutor(jobs) as threads:
        for guard, failure in zip(GUARDS, threads.map(failure_without, GUARDS), strict=True):
            missed += failure is None
            shown = ("–", "–") if failure is None else (failure.seed, what_failed(failure))
            print(f"| `{guard.scenario}` | {shown[0]} | {shown[1]} |", flush=True)
            if is_recorded and failure is not None:
                record_failure(guard.scenario, failure)
    return 1 if missed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.support.simulation.mutants")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--mutant", metavar="NAME", choices=[mutant.name for mutant in MUTANTS])
    which.add_argument("--all", action="store_true")
    which.add_argument("--found", action="store_true", help="those that were found before")
    which.add_argument(
        "--check",
        action="store_true",
        help="those whose recorded seed is stale; with --record they are looked for anew",
    )
    which.add_argument("--guards", action="store_true", help="those of the shipped scenarios")
    which.add_argument("--page", metavar="FILE", type=Path, help="write the page of what was found")
    parser.add_argument(
        "--seeds", metavar="N", type=int, default=SEEDS_MAX, help="out of so many; default: %(default)s"
    )
    parser.add_argument("--first", metavar="N", type=int, default=1, help="the first of them; default: %(default)s")
    parser.add_argument("--runs", metavar="N", type=int, default=SEEDS_MAX, help="at most so many of a mutant")
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="so many mutants at once")
    parser.add_argument("--record", action="store_true", help="write what was found into found.json")
    parser.add_argument("--detail", action="store_true", help="say how the invariant did not hold")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
