"""Live pages: POST in, server-sent events out.  The record is authoritative; events only make pages prompt."""
