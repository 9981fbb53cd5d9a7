"""User-facing messages of `tavleya.prizes`, by key."""

from tavleya.messages import N_, Catalogue

SENTENCES = {
    "age_without_year": N_("An age needs the year in which it is counted."),
    "bad_amount": N_("“%(text)s” is not an amount of money."),
    "bad_prize": N_("A prize must be more than zero."),
    "bad_terms": N_("The condition “%(field)s” cannot be read."),
    "empty_band": N_("No player can meet this: the range ends before it begins."),
    "no_terms": N_("Set at least one condition for the category."),
    "prize_by_hort": N_(
        "Tied with %(players)s. Hort system: half of the prize for the place, %(own)s, and half of an equal "
        "share, %(equal)s."
    ),
    "prize_by_place": N_("Tied with %(players)s, not shared: the prize for the place, %(own)s."),
    "prize_category": N_("Category %(list)s, prize %(place)s: %(pool)s."),
    "prize_elsewhere": N_("%(list)s would have paid %(amount)s: each player gets one prize, the greatest."),
    "prize_equally": N_("Shared equally with %(players)s: %(equal)s each."),
    "prize_main": N_("%(list)s, prize %(place)s: %(pool)s."),
    "prize_passed_on": N_("%(player)s, ranked higher, took a prize from another list: %(list)s."),
    "prizes_rise": N_("A prize cannot be greater than the prize for the place above."),
}

say = Catalogue(SENTENCES)
