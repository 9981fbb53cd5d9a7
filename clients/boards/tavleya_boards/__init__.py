"""Sends what electronic boards at a venue show to a Tavleya server."""
