"""Measurements, each beside a baseline in the same run: `python -m benchmarks.NAME [--json FILE]`.

Machines are noisy, so what counts is the ratio, never the absolute number. Not installed with the package.
"""
