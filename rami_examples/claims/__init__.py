"""From the YAML of the corpus to claims: read strictly, every fault with its place."""
