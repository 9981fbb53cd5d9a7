"""Questions about events, answered in few queries.  Nothing here writes."""
