"""Everything that the desk and the console do, as calls: one record each.  A new act is one record."""
