"""A whole event as one file: what goes in, how it is written, signed and read (docs/formats/event-file.md)."""
