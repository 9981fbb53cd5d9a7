"""Online entry, check-in, fees, and the pages of a player."""

from django.urls import path

from entries.views import desk_check_in, desk_fees, desk_online_entries, fees, online_entries, own_boards, self_service
from tournaments.routes import DESK_EVENT, DESK_SECTION, SECTION

urlpatterns = [
    path("entry/<secret:token>/", online_entries.entry, name="entry"),
    path("account/games/", own_boards.my_games, name="my_games"),
    path("my/<secret:token>/", self_service.page, name="my"),
    path("my/<secret:token>/fee/", fees.own_fee, name="my_fee"),
    path("payments/<name:slug>/", fees.payment_report, name="payment_report"),
    path("my/<secret:token>/forget/", self_service.forget, name="my_forget"),
    path(SECTION + "enter/", online_entries.enter, name="enter"),
    path(SECTION + "enter/search/", online_entries.search, name="enter_search"),
    path(DESK_EVENT + "fees/", desk_fees.fees, name="desk_fees"),
    path(DESK_EVENT + "fees/payment/", desk_fees.payment_terms, name="desk_payment_terms"),
    path(DESK_EVENT + "fees.<table_file:form>", desk_fees.file, name="desk_fees_file"),
    path(DESK_EVENT + "fees/<int:number>/", desk_fees.fee, name="desk_fee"),
    path(DESK_EVENT + "fees/receipts/<int:number>.pdf", desk_fees.receipt_file, name="desk_receipt"),
    path(DESK_SECTION + "fees/", desk_fees.fee_terms, name="desk_fee_terms"),
    path(DESK_EVENT + "links/", desk_check_in.player_links, name="desk_player_links"),
    path(DESK_EVENT + "links/print.pdf", desk_check_in.print_slips, name="desk_player_links_print"),
    path(DESK_EVENT + "links/<int:player_id>/", desk_check_in.show_link, name="desk_player_link"),
    path(DESK_SECTION + "entries/", desk_online_entries.entries, name="desk_entries"),
    path(DESK_SECTION + "entries/terms/", desk_online_entries.terms, name="desk_entry_terms"),
    path(DESK_SECTION + "entries.<table_file:form>", desk_online_entries.file, name="desk_entries_file"),
    path(DESK_SECTION + "check-in/", desk_check_in.check_in, name="desk_check_in"),
]
