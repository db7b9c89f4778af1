"""The pages of the documentation, as tests read and run them."""
