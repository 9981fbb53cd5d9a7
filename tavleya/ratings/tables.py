"""The two conversion tables of the FIDE rating regulations (B.02, 8.1): percentages and rating differences."""

from bisect import bisect_left

# 8.1.1: dp for p = 50 % … 100 %; below 50 % it is the same with a minus.
_DP = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip

# 8.1.2: the greatest difference D that still gives PD = 50 %, 51 % …; beyond the last it is 100 %.
_D_LIMITS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
)  # fmt: skip


def difference(percent: int) -> int:
    """Return dp for a percentage score (0 … 100)."""
    return _DP[percent - 50] if percent >= 50 else -_DP[50 - percent]


def expected_percent(gap: int) -> int:
    """Return PD in per cent for a player rated `gap` above their opponent; the full scale, without a limit of 400."""
    above = 50 + bisect_left(_D_LIMITS, abs(gap))
    return above if gap >= 0 else 100 - above
