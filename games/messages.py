"""What `games` says to people, by key."""

from __future__ import annotations

from common.messages import N_, Catalogue

SENTENCES = {
    "already_void": N_("This photograph is void already."),
    "bad_file_hash": N_("This is not the SHA-256 of a file."),
    "empty_sheet": N_("There is nothing on this sheet."),
    "followed_live": N_("This board is followed live: its arbiter decides how the game goes on."),
    "no_such_game": N_("There is no such game."),
    "no_such_photo": N_("There is no such photograph."),
    "not_a_photo": N_("“%(name)s” is no photograph in JPEG, PNG or WebP."),
    "not_live": N_("The moves of this board are not followed live."),
    "not_your_board": N_("You do not play this side of this game."),
    "not_your_photo": N_("Somebody else has put this photograph in."),
    "not_your_sheet": N_("This is not your score sheet."),
    "nothing_new": N_("There is nothing new on this sheet."),
    "nothing_to_enter": N_("The record has exactly these moves."),
    "photo_too_large": N_("“%(name)s” is larger than %(most)s MB."),
    "photo_too_large.pixels": N_("“%(name)s” has too many pixels. Send a smaller one, or a JPEG."),
    "reason_missing.photo": N_("Say what is wrong with the photograph."),
    "reason_missing.reconstruction": N_("Say what the moves were reconstructed from."),
    "record_differs": N_("The moves followed at the board say otherwise from ply %(ply)s on."),
    "same_photo": N_("“%(name)s” is here already."),
    "sheet_handed_in": N_("The game is over, and its sheets are the organiser's."),
    "sheet_too_long": N_("A sheet has %(longest)s characters at most."),
    "stale": N_("The game has gone on since you looked: look again."),
    "stale_sheet": N_("There is a later version of this sheet: look again."),
    "stop_the_clocks": N_("The clocks are stopped while the sheets are completed."),
    "too_many_photos": N_("A sheet has %(most)s photographs at most."),
}

say = Catalogue(SENTENCES)
