"""The pipeline shown from its beginning to its end: what `make pipeline` runs."""
