"""What `teams` says to people, by key."""

from __future__ import annotations

from common.messages import N_

SENTENCES = {
    "already_withdrawn.team": N_("This team has withdrawn already."),
    "board_order_stands": N_(
        "A round is public: the order of the players stands, and others can only be added after them."
    ),
    "boards_are_set": N_("The boards of this match are set already."),
    "in_another_team.named": N_("%(player)s plays for %(team)s already."),
    "line_up_outdated": N_("%(player)s is in a line-up of match %(match)s but is not playing any more."),
    "match_forfeited": N_("This match has been forfeited."),
    "member_twice": N_("A player has one place in the order of his team."),
    "no_open_boards": N_("This match has no board without a result."),
    "no_such_team": N_("There is no such team."),
    "not_of_teams": N_("No teams play in this section."),
    "not_playing.named": N_("%(player)s is not playing any more."),
    "not_two_teams": N_("A Scheveningen is played by two teams."),
    "reason_missing.forfeit": N_("Say why the match is forfeited."),
    "team_name_taken": N_("There is a team “%(name)s” already."),
    "team_not_in_match": N_("This team does not play this match."),
    "team_number_taken": N_("The team number %(number)s is taken."),
    "teams_uneven": N_("Both teams need the same number of players: one has %(one)s, the other %(other)s."),
    "too_few_teams": N_("A team event needs at least two teams."),
    "unknown_forfeit": N_("Say which team lost the match."),
}
