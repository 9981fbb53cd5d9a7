"""What organisers and arbiters do: one function each, keyword arguments, one transaction, `actor` and `now` given."""
