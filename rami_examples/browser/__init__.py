"""The engine in the reader's browser: what the try-it page loads, and how it is asked."""
