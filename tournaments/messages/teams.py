"""What `teams` says to people, by key."""

from __future__ import annotations

from tavleya.messages import N_

SENTENCES = {
    "already_withdrawn.team": N_("This team has already withdrawn."),
    "board_order_stands": N_(
        "A round has been published: the board order is fixed, and players can only be added after it."
    ),
    "boards_are_set": N_("The boards of this match have already been set."),
    "in_another_team.named": N_("%(player)s already plays for %(team)s."),
    "line_up_outdated": N_("%(player)s is in a line-up of match %(match)s but is no longer playing."),
    "match_forfeited": N_("This match has been forfeited."),
    "member_twice": N_("A player can appear only once in the team's order."),
    "no_open_boards": N_("Every board of this match has a result."),
    "no_such_team": N_("There is no such team."),
    "no_team_on_lines": N_("No team is named on these lines: %(lines)s."),
    "not_of_teams": N_("This section has no teams."),
    "not_playing.named": N_("%(player)s is no longer playing."),
    "reason_missing.forfeit": N_("Give the reason for the forfeit."),
    "team_as_club": N_("This section has no teams: the team was entered as the club."),
    "team_left_out": N_("This section has no teams: the team column was ignored."),
    "team_name_taken": N_("There is already a team “%(name)s”."),
    "team_not_in_match": N_("This team does not play this match."),
    "team_number_taken": N_("The team number %(number)s is taken."),
    "team_withdrew": N_("This team has withdrawn."),
    "unknown_forfeit": N_("Choose the team that lost the match."),
}
