"""The Swiss team pairing system of FIDE (Handbook C.04.6), as applied from 1 February 2026."""

from tavleya.pairing.team_swiss.engine import EDITION, colours, pair
from tavleya.pairing.team_swiss.explain import explain, explain_bye, why_not

__all__ = ["EDITION", "colours", "explain", "explain_bye", "pair", "why_not"]
