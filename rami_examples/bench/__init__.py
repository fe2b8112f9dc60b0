"""The bench: what a build in many languages costs, ours and what people would use instead."""
