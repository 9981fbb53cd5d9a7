"""Settings of the OpenAPI document."""

SPECTACULAR_SETTINGS = {
    "TITLE": "Tavleya",
    "DESCRIPTION": "Tournaments of chess, Russian draughts and tavreli, and the arbitration of their games.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [],  # choices are inlined: named enums would change whenever others change
}
