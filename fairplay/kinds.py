"""Kinds of log entries that `fairplay` writes, for officials who keep fair play (`tournaments.selectors.events`)."""

from tavleya.messages import N_
from tournaments.registry import Kind

BAG_UNDONE = Kind("fair_play.bag_undone", N_("Fair play: entry on a bag undone"))
COMPLAINT = Kind("fair_play.complaint", N_("Fair play: complaint received"))
COMPLAINT_HANDLED = Kind("fair_play.complaint_handled", N_("Fair play: state of a complaint changed"))
DECLARATION_REMOVED = Kind("fair_play.declaration_removed", N_("Fair play: declaration deleted"))
DECLARED = Kind("fair_play.declared", N_("Fair play: declaration recorded"))
DRAWN = Kind("fair_play.drawn", N_("Fair play: players drawn for random checks"))
HANDED_BACK = Kind("fair_play.handed_back", N_("Fair play: devices handed back"))
HANDED_IN = Kind("fair_play.handed_in", N_("Fair play: devices handed in"))
RECORDED = Kind("fair_play.recorded", N_("Fair play: check recorded"))
REVERSED = Kind("fair_play.reversed", N_("Fair play: entry on a check reversed"))
SCREENED = Kind("fair_play.screened", N_("Fair play: screening file downloaded"))
