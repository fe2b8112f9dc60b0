"""Stands in for ``typing``, which is named in annotations alone."""

Any = None
