"""Everything that a tournament gives out on paper.  Contents are plain dataclasses; nothing here knows Django."""
