"""Files of tournaments, read and written without a database: player lists, names."""
