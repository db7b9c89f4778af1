"""kavka as one node in a container: what its image runs, and what environment variables mean there."""
