"""Standings and tie-breaks by FIDE C.07 in the edition that applies from 1 March 2026.

Points are integers of half a point throughout.  The unit of a tie-break is its `scale`: units per point (2 =
half-points, 4 = quarter-points, 1 = a count or a rating, 100 = hundredths of a point).
"""

from tavleya.tiebreaks.registry import TIEBREAKS, tiebreak, tiebreaks

__all__ = ["TIEBREAKS", "tiebreak", "tiebreaks"]
