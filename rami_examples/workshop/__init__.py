"""Tools for those who translate: what is left to do, new languages, and the pages as they grow."""
