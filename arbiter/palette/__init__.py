"""Commands typed at the desk: read, suggested, carried out."""
