"""Stands in for ``collections.abc``, which the engine names in annotations alone."""


class _Named:
    """A name that nothing asks anything of."""


Callable = Iterable = Iterator = Mapping = Sequence = _Named
