"""What both sides of the broker/controller wall need, and nothing else. Imports nothing of ours."""
