"""Analysis of levels and solutions: reconstruction, duplicates, deadlocks, difficulty, reviews, certificates."""
