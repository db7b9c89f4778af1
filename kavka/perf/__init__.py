"""Load tests of what brokers stand on, to be run on one's own machine: the timing wheel and the purgatory.

`kavka perf timer` and `kavka perf purgatory` show them to people, `benchmarks.timing_wheel` and `benchmarks.purgatory`
compare them from commit to commit. Not here: how fast a cluster is for its clients (`kavka.cli.perf`).
"""
