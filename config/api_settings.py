"""What the document of the API is made with."""

from __future__ import annotations

SPECTACULAR_SETTINGS = {
    "TITLE": "Tavleya",
    "DESCRIPTION": "Tournaments of chess, Russian draughts and tavreli, and the arbitration of their games.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [],  # choices stand where they are asked for: names of their own would change with others
}
