"""Players of several events who are one person: joined by IDs or by a decision, and split again."""
