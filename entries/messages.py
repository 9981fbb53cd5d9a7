"""User-facing messages of `entries`, by key."""

from tavleya.messages import N_, Catalogue
from tournaments.messages import say as say_tournaments

SENTENCES = {
    "already_entered.with_id": N_(
        "%(player)s has already entered with this ID. If that was not you, write to the organisers."
    ),
    "already_voided": N_("This line has already been voided."),
    "bad_federation": N_("A federation code has three Latin letters."),
    "bad_payment": N_("Give an amount of more than zero and how it was paid."),
    "bad_report": N_("This report of payments cannot be read."),
    "bad_signature": N_("The signature of this report is wrong."),
    "beyond_the_places": N_("All %(places)s places are taken: this entry would be beyond them."),
    "birth_missing": N_("Give the date or year of birth: this section has an age limit."),
    "born_too_early": N_("This section is for players born in %(year)s or later."),
    "born_too_late": N_("This section is for players born in %(year)s or earlier."),
    "check_in_closed": N_("Check-in is not open now."),
    "check_in_closes_too_early": N_("Check-in must close after it opens."),
    "consent_missing": N_("Tick the box to agree: without it the entry cannot be taken."),
    "currency_stands": N_("Payments in another currency have been taken: refund them first."),
    "entries_close_too_early": N_("Entries must close after they open."),
    "entries_closed": N_("Entries are closed."),
    "entries_of_teams": N_("Teams of this section are entered by the organisers."),
    "entry_is_decided": N_("This entry has already been decided."),
    "entry_is_over": N_("This entry has been withdrawn or refused and can no longer be changed."),
    "entry_not_confirmed": N_("This entry is not confirmed: the player has withdrawn already."),
    "extra_incomplete": N_("The extra needs both a name and an amount."),
    "federation_not_admitted": N_("This section is for players of these federations only: %(allowed)s."),
    "field_required": N_("This field is required."),
    "form_expired": N_("This form is too old. Check it and send it again."),
    "form_too_fast": N_("This form was sent too quickly. Please send it again."),
    "id_in_doubt": N_("Choose whether the player has this ID."),
    "id_of_another": N_(
        "The rating list has another name or year of birth for this FIDE ID: correct it or leave it out."
    ),
    "limits_crossed": N_("The upper limit is below the lower one."),
    "no_fee_terms": N_("No fee is set up for this section."),
    "no_such_check_in": N_("No check-in is set up for this round."),
    "no_such_entry": N_("Entry not found."),
    "no_such_fee": N_("Fee not found."),
    "no_such_report": N_("Report not found."),
    "nobody_left": N_("The entry has been deleted: the fee cannot be recalculated."),
    "not_waiting": N_("This entry is not on the waiting list."),
    "payee_missing": N_("Give the name of the account’s holder."),
    "payment_in_between": N_("A payment has been recorded in the meantime. Check it before you take another."),
    "player_in_line_up_twice": N_("%(player)s is in the line-up twice."),
    "rated_too_high": N_("This section is for players rated up to %(most)s; your rating is %(rating)s."),
    "rated_too_low": N_("This section is for players rated %(least)s or higher."),
    "reason_missing.fee": N_("Give the reason."),
    "refund_too_large": N_("The refund is more than has been paid."),
    "report_cannot_be_booked": N_("This report has another currency, or is not of a payment."),
    "report_settled": N_("This report has already been settled."),
    "section_full": N_("All places are taken."),
    "sex_not_admitted.f": N_("This section is for women and girls."),
    "sex_not_admitted.m": N_("This section is for men and boys."),
    "too_few_players": N_("A team needs %(boards)s players, one for each board."),
    "too_many_byes": N_("You may ask for %(most)s byes at most."),
    "too_many_fee_rules": N_("At most %(most)s conditions."),
    "too_many_players": N_("A team has %(most)s players at most."),
    "unknown_entry_field": N_("The form cannot ask for this."),
    "unknown_entry_state": N_("An entry cannot be returned to this state."),
    "unknown_provider": N_("This payment provider is not known."),
}

say = Catalogue(SENTENCES, lower=(say_tournaments,))
