"""Entries, check-in, fees and links of players, at the desk."""

from django.urls import path

from entries.views.desk import check_in, fee_files, fees, online_entries
from tournaments.routes import DESK_EVENT, DESK_SECTION

urlpatterns = [
    path(DESK_EVENT + "fees/", fees.fees, name="desk_fees"),
    path(DESK_EVENT + "fees/payment/", fees.payment_terms, name="desk_payment_terms"),
    path(DESK_EVENT + "fees.<table_file:form>", fees.file, name="desk_fees_file"),
    path(DESK_EVENT + "fees/<int:number>/", fees.fee, name="desk_fee"),
    path(DESK_EVENT + "fees/receipts/<int:number>.pdf", fee_files.receipt_file, name="desk_receipt"),
    path(DESK_SECTION + "fees/", fees.fee_terms, name="desk_fee_terms"),
    path(DESK_EVENT + "links/", check_in.player_links, name="desk_player_links"),
    path(DESK_EVENT + "links/print.pdf", check_in.print_slips, name="desk_player_links_print"),
    path(DESK_EVENT + "links/<int:player_id>/", check_in.show_link, name="desk_player_link"),
    path(DESK_SECTION + "entries/", online_entries.entries, name="desk_entries"),
    path(DESK_SECTION + "entries/terms/", online_entries.terms, name="desk_entry_terms"),
    path(DESK_SECTION + "entries.<table_file:form>", online_entries.file, name="desk_entries_file"),
    path(DESK_SECTION + "check-in/", check_in.check_in, name="desk_check_in"),
]
