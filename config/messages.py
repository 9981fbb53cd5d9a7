"""What `config` says to people, by key."""

from __future__ import annotations

from common.messages import N_, Catalogue

SENTENCES = {
    "bad_idempotency_key": N_("An Idempotency-Key can have at most 80 characters."),
    "idempotency_key_reused": N_("This Idempotency-Key was used for a different request."),
}

say = Catalogue(SENTENCES)
