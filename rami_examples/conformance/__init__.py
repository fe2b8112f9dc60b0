"""Another engine, same corpus: any program that speaks the protocol, compared with the claims."""
