"""The whole service in one file and back: database and stored files, with digests that are checked first.

Begun by `manage.py backup` and `manage.py restore`; docs/running.md says when and where.
"""
