"""Millimetres and paper sizes in points, equal to those of reportlab, which a process imports only for a PDF."""

mm = 72 / 2.54 * 0.1
A4 = (210 * mm, 297 * mm)
LETTER = (612.0, 792.0)
