"""Mutants of the product: guards that are taken away, one line each, to see whether the simulation finds that."""
