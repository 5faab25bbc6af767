"""Analysis of levels and solutions beyond the rules: where they come from, which are the same, what they need."""
