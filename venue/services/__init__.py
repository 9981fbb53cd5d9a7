"""Input from boards and programs at the venue: board reports, PGN games, and questions about differences."""
