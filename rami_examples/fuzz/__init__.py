"""Hostile input by the ten thousand: no traceback, no hang, no markup on a page.

Inputs are the project's own files, changed here and there: what is nearly right gets further than
noise. ``edits`` changes, ``targets`` reads the outcome as the build would, ``exhibit`` puts every
text that got through on a page and looks at the elements there, ``command`` counts.

Hypothesis drives it, because a fault is then told by the smallest input that shows it. (atheris,
which is led by coverage, has wheels for few systems, and none of our readers is in C.)
"""
