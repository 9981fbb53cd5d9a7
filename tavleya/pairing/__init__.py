"""Who plays whom: pairing systems as pure functions on numbers and dataclasses."""
