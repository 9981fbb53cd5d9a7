"""What every floor may use: messages with stable codes, errors, the two sides.  Pure: no Django, no I/O."""
