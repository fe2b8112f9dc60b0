"""A site built in parts, by several machines, and put together from them, to the byte."""
