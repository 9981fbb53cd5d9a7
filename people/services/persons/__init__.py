"""Players of several events who are one person: joined by their numbers or by a decision, and taken apart again."""
