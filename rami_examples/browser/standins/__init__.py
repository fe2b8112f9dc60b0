"""Stand-ins for the few modules of the standard library that the engine imports.

The browser's Python brings its own ones, but with sixty modules behind them, which take seconds
to start. These do what the engine uses and raise TypeError for all else, so that an engine
that comes to use more of them fails its tests, not its readers.
"""
