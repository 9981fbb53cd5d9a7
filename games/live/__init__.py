"""Live pages: POST in, server-sent events out.  The record is the truth; what is sent here only makes it prompt."""
