"""User-facing messages of `reports`, by key."""

from tavleya.messages import N_, Catalogue
from tournaments.messages import say as say_tournaments

SENTENCES = {
    "in_another_team": N_("Player %(number)s is already in another team."),
    "rounds_not_recorded": N_("A report needs rounds, but those of this tournament were not recorded."),
    "section_not_empty": N_("The section already has players or rounds."),
    "trf_abnormal_points": N_(
        "%(points)s points of round %(round)s for %(ids)s do not follow from results and are not counted."
    ),
    "trf_adapted.colour": N_(
        "The report does not name the initial colour (152): %(colour)s, as the boards of round 1 show."
    ),
    "trf_adapted.control": N_("The time control in words is kept as %(text)s (222)."),
    "trf_adapted.line": N_("Lines %(old)s are kept as records %(now)s of TRF26."),
    "trf_adapted.no_colour": N_(
        "The report does not name the initial colour (152), and round 1 does not show it: it is still to be drawn."
    ),
    "trf_adapted.points": N_("The report does not say what results are worth (162): %(points)s."),
    "trf_adapted.ratings": N_("The report does not say which ratings the starting ranks follow (172): %(method)s."),
    "trf_adapted.rounds": N_("The report does not say how many rounds there are (142): %(rounds)s."),
    "trf_adapted.system": N_("The report does not say by which rules it was paired (192): %(system)s."),
    "trf_adapted.tiebreaks": N_("The report does not name the tie-breaks (202): %(tiebreaks)s."),
    "trf_bye_ahead": N_("The bye requested by player %(player)s for round %(round)s was not kept."),
    "trf_federation": N_("“%(text)s” is not a federation and was left out."),
    "trf_member_unknown": N_("There is no player %(number)s."),
    "trf_of_matches": N_("A report does not say which games of a section make a match."),
    "trf_other_control": N_("The section's own time control, %(own)s, is kept instead of %(text)s."),
    "trf_other_rounds.file_counts": N_("The section now has %(said)s rounds, as in the file; it had %(rounds)s."),
    "trf_other_rounds.section_counts": N_(
        "The file has %(said)s rounds; the section's own number, %(rounds)s, is kept."
    ),
    "trf_other_scoring": N_("The section's own scoring is kept."),
    "trf_other_system": N_("The file was paired with %(system)s; the section is paired with %(edition)s."),
    "trf_pair_twice": N_("Players %(one)s and %(other)s are kept apart in rounds %(first)s to %(last)s only."),
    "trf_record_kept": N_("Records %(code)s are unknown here; the report of the section contains them unchanged."),
    "trf_record_left_out": N_("Records %(code)s are not supported and were left out."),
    "trf_round_differs.boards": N_(
        "Round %(round)s is not as the rules pair it: %(boards)s in the file, %(expected)s by the rules."
    ),
    "trf_round_differs.bye": N_(
        "Round %(round)s is not as the rules pair it: the bye is given to %(bye)s in the file, by the rules to"
        " %(expected)s."
    ),
    "trf_round_illegal": N_("Round %(round)s: %(why)s"),
    "trf_rounds_differ": N_("These rounds of the report are not as the rules of the section pair them: %(rounds)s."),
    "trf_same_name": N_("Several players are named %(player)s: they were entered as different people."),
    "trf_time_control": N_("The time control “%(text)s” could not be read."),
}

say = Catalogue(SENTENCES, lower=(say_tournaments,))
