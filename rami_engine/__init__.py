"""The game of Rami: pure, immutable, standard library only.

The engine decides; it knows no language, no files and no site. Every question is a pure
function whose answer is a value: what was accepted with the rules applied, or ``Refused``
with the rule that forbids it.
"""

__version__ = "0.1.0"
