"""What clients push of their own metrics (KIP-714): who may push what and when, and the latest of it. Without I/O."""
