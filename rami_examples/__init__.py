"""The corpus of claims, and everything that carries it to verified pages in every language."""
