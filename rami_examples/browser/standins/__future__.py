"""Stands in for ``__future__``; what is imported from it is for the translator alone."""

annotations = None
