"""What tests of clients' telemetry push."""
