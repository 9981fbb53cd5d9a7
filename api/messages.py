"""User-facing messages of `api`, by key."""

from tavleya.messages import N_, Catalogue
from tournaments.messages import say as say_tournaments

SENTENCES = {
    "bad_key": N_("A key of this object is not valid."),
    "half_a_letter": N_("Text must be valid Unicode: the body has half a letter (a lone surrogate)."),
    "nul_in_text": N_("Text cannot contain the character NUL."),
}

say = Catalogue(SENTENCES, lower=(say_tournaments,))
