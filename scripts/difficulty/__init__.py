"""The fit of the difficulty to orders that people gave levels."""
