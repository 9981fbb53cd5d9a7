"""Read access to events, in few queries.  Nothing here writes."""
