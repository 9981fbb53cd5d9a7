"""Messages to people: who wants which, what has happened, and one outbox by which every message goes out.

A service notes what has happened (`notices`) in its transaction.  `audience` makes of each notice one delivery for
whoever wants it, in their language (`sentences`), and `sending` hands deliveries to the `channels`.
"""
