"""User-facing messages of `games`, by key."""

from tavleya.messages import N_, Catalogue

SENTENCES = {
    "already_void": N_("This photograph has already been marked void."),
    "bad_file_hash": N_("This is not the SHA-256 of a file."),
    "bad_idempotency_key": N_("An Idempotency-Key can have at most 80 characters."),
    "empty_sheet": N_("This score sheet is empty."),
    "followed_live": N_("This board is recorded live: the arbiter decides how the game continues."),
    "idempotency_key_reused": N_("This Idempotency-Key was used for a different request."),
    "no_such_game": N_("There is no such game."),
    "no_such_photo": N_("There is no such photograph."),
    "not_a_photo": N_("“%(name)s” is not a JPEG, PNG or WebP image."),
    "not_live": N_("The moves of this board are not recorded live."),
    "not_your_board": N_("You are not playing this side in this game."),
    "not_your_photo": N_("This photograph was uploaded by another person."),
    "not_your_sheet": N_("This is not your score sheet."),
    "nothing_new": N_("This score sheet contains nothing new."),
    "nothing_to_enter": N_("The record has exactly these moves."),
    "photo_too_large": N_("“%(name)s” is larger than %(most)s MB."),
    "photo_too_large.pixels": N_("“%(name)s” has too many pixels. Send a smaller one, or a JPEG."),
    "reason_missing.photo": N_("State what is wrong with the photograph."),
    "reason_missing.reconstruction": N_("State what the moves were reconstructed from."),
    "record_differs": N_("The moves recorded live differ from half-move %(ply)s on."),
    "same_photo": N_("“%(name)s” has already been uploaded."),
    "sheet_handed_in": N_("The game is over, and its score sheets belong to the organiser."),
    "sheet_too_long": N_("A score sheet can have at most %(longest)s characters."),
    "stale": N_("The game has continued since you opened this page. Check it again."),
    "stale_sheet": N_("There is a newer version of this score sheet. Check it again."),
    "stop_the_clocks": N_("The clocks are stopped while the sheets are completed."),
    "too_many_photos": N_("A score sheet can have at most %(most)s photographs."),
}

say = Catalogue(SENTENCES)
