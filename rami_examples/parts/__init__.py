"""A site built in parts, a language each, of which those that nothing has changed are kept."""
