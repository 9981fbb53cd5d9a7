"""A whole event as one file: content, format, signature and import (docs/formats/event-file.md)."""
