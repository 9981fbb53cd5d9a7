"""Entry fees: terms of sections, fees of entries, payments and their receipts."""
