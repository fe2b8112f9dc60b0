"""The audit: the published pages are read back, and the engine is asked again."""
