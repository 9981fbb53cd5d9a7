"""What people do to games: one function each, keyword arguments, one transaction, `actor` and `now` given."""
