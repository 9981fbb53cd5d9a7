"""Electronic boards: placements become moves or faults."""
