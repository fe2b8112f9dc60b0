"""The messages and their translations: extraction, strict reading, updating."""
