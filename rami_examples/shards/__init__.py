"""A site built in parts on several machines and put together, byte for byte as from one build."""
