"""Series: one table over several tournaments, such as a Grand Prix or a club's monthly rapid."""
