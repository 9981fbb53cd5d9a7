"""Kinds of acts that `reports` writes to the log."""

from tavleya.messages import N_
from tournaments.registry import Kind

TRF_IMPORTED = Kind("trf.imported", N_("Tournament report imported"), table=True)
