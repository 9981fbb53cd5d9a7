"""FIDE ratings (B.02): expected scores, changes, first ratings, performances.  Pure.

Points are integers of half a point, expected scores of a hundredth, changes of a hundredth of a rating point.
"""
