"""What can be told of levels and solutions beyond the rules: where they come from, which are the same."""
