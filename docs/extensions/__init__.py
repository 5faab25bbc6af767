"""What the documentation needs of Sphinx beyond what comes with it."""
