"""What `knockouts` says to people, by key."""

from __future__ import annotations

from tavleya.messages import N_

SENTENCES = {
    "already_paired": N_("This section has already been paired."),
    "bad_match_terms.added": N_("From 1 to %(most)s games can be added."),
    "bad_match_terms.counting": N_("A match is scored game by game or as one result."),
    "bad_match_terms.games": N_("A match must have 1 to %(most)s games."),
    "bad_match_terms.system": N_("This format does not set matches here."),
    "bad_scope": N_("Openings are not drawn this way from this table."),
    "bad_seed": N_("A seed must have 16 to 64 characters."),
    "draw_has_begun": N_("An opening has already been drawn."),
    "draw_is_bound": N_("The seed has been committed and can no longer be changed."),
    "knockout_is_over": N_("The final has been played."),
    "match_decided": N_("The match has been decided by its games."),
    "match_not_level": N_("The match is not level, or has games left to play."),
    "next_stage_begun": N_(
        "A different player would advance, and the next match has begun. The result stands in the tournament "
        "and can be corrected for the rating report only."
    ),
    "no_draw": N_("Openings are not drawn in this section."),
    "no_match_terms": N_("Set the number of games per match first."),
    "no_such_match": N_("There is no such match."),
    "not_a_knockout": N_("This section is not a knockout."),
    "not_a_simul": N_("This section is not a simultaneous display."),
    "reason_missing.award": N_("Give the reason for awarding the match."),
    "round_is_public": N_("A round has already been published."),
    "round_status": N_("The round is %(status)s: this cannot be done now."),
    "rounds_to_come.openings": N_("There are rounds whose openings are still to be drawn."),
    "seed_is_shown": N_("The seed has already been revealed."),
    "seed_is_shown.no_drawing": N_("The seed has been revealed: no more openings can be drawn from it."),
    "start_not_settled": N_("Set the start position of the section first, or have positions drawn."),
    "table_of_other_game": N_("No openings are drawn from this table in the section's game."),
    "too_few_players.knockout": N_("A knockout needs at least two players."),
    "too_few_players.simul": N_("There is no opponent to play."),
    "word_is_added": N_("The public addition has already been set."),
}
