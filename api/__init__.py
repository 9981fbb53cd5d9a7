"""The programs' door, `/api/v1/…`: the same services as the pages call, with tokens, problems and idempotency."""
