"""`kavka-spark JOB`: one module per job, each imported only when it is asked for."""
