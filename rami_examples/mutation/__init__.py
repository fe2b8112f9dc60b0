"""How much the corpus notices: the engine changed one spot at a time, the corpus run against it.

No maintained tool fits. mutmut 3 runs pytest alone and changes functions alone, while the numbers
of the game are module-level values; cosmic-ray rewrites files in place and starts a process for
every mutant (half a second each, against some twenty milliseconds here); neither knows that a rule
can be mistaken for another rule. So: ``mutants`` makes the changes, ``trial`` runs the corpus,
``equivalents`` reads the list of those that no play can tell, ``command`` reports.
"""
