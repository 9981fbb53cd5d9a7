"""The Lim system of FIDE (Handbook C.04.4.3), as applied from 1 February 2026."""

from tavleya.pairing.lim.engine import EDITION, colours, pair
from tavleya.pairing.lim.explain import explain, explain_bye, why_not

__all__ = ["EDITION", "colours", "explain", "explain_bye", "pair", "why_not"]
