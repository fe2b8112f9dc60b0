"""Holds ``collections.abc``."""
