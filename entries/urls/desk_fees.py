"""Fees: the treasurer's table, one fee, receipts, and on which terms."""

from django.urls import path

from entries.views.desk import fee_files, fee_terms, fees

EVENT = "<name:slug>/"

urlpatterns = [
    path(EVENT + "fees/", fees.fees, name="desk_fees"),
    path(EVENT + "fees/payment/", fee_terms.payment_terms, name="desk_payment_terms"),
    path(EVENT + "fees.<table_file:form>", fees.file, name="desk_fees_file"),
    path(EVENT + "fees/<int:number>/", fees.fee, name="desk_fee"),
    path(EVENT + "fees/receipts/<int:number>.pdf", fee_files.receipt_file, name="desk_receipt"),
    path(EVENT + "<name:section_slug>/fees/", fee_terms.fee_terms, name="desk_fee_terms"),
]
