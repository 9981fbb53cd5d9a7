"""Online entries: the terms, the entry and its private link, places, and decisions of the desk."""
