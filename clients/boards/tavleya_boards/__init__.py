"""Sends the state of electronic boards at a venue to a Tavleya server."""
