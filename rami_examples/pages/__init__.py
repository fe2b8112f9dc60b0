"""From facts to pages: one language at a time, through the templates."""
