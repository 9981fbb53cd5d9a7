"""What `core.prizes` says to people, by key."""

from __future__ import annotations

from common.messages import N_, Catalogue

SENTENCES = {
    "age_without_year": N_("An age needs the year in which it is counted."),
    "bad_amount": N_("“%(text)s” is not an amount of money."),
    "bad_prize": N_("A prize must be more than nothing."),
    "bad_terms": N_("The condition “%(field)s” cannot be read."),
    "empty_band": N_("Nobody can meet this: it ends before it begins."),
    "no_terms": N_("Say who belongs to the category: at least one condition."),
    "prize_by_hort": N_(
        "Level with %(players)s. By Hort: half of the prize of the own place, %(own)s, and half of an "
        "equal share, %(equal)s."
    ),
    "prize_by_place": N_("Level with %(players)s, not shared: the prize of the place, %(own)s."),
    "prize_category": N_("Category %(list)s, prize %(place)s: %(pool)s."),
    "prize_elsewhere": N_("%(list)s would have given %(amount)s: one prize a player, the greatest."),
    "prize_equally": N_("Shared equally with %(players)s: %(equal)s each."),
    "prize_main": N_("%(list)s, prize %(place)s: %(pool)s."),
    "prize_passed_on": N_("%(player)s, higher in the table, took a prize of another list: %(list)s."),
    "prizes_rise": N_("A prize cannot be greater than that of the place before it."),
}

say = Catalogue(SENTENCES)
