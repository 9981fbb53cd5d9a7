"""Entry fees: what a section asks, what each entry owes, payments and their receipts."""
