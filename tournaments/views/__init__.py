"""Pages of tournaments, by audience."""
