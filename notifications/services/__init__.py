"""Messages to people: subscriptions, notices, and one outbox for every message.

A service writes a notice (`notices`) in its transaction. `audience` turns each notice into one delivery per subscriber,
in their language (`sentences`), and `sending` passes deliveries to the `channels`.
"""
