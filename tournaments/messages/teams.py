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
    "no_team_on_lines": N_("No team is named on these lines: %(lines)s."),
    "not_of_teams": N_("No teams play in this section."),
    "not_playing.named": N_("%(player)s is not playing any more."),
    "reason_missing.forfeit": N_("Say why the match is forfeited."),
    "team_as_club": N_("No teams play in this section: the team is entered as the club."),
    "team_left_out": N_("No teams play in this section: the column of teams is left out."),
    "team_name_taken": N_("There is a team “%(name)s” already."),
    "team_not_in_match": N_("This team does not play this match."),
    "team_number_taken": N_("The team number %(number)s is taken."),
    "unknown_forfeit": N_("Say which team lost the match."),
}
