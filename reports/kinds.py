"""Kinds of acts that `reports` writes to the log."""

from __future__ import annotations

from tavleya.messages import N_
from tournaments.registry import Kind

TRF_IMPORTED = Kind("trf.imported", N_("Tournament report imported"), table=True)
