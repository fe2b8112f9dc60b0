"""Another engine, same corpus: any program that speaks the protocol, held against the claims."""
