"""The whole service in one file and back: database and photographs, with digests that are checked before anything else.

Begun by `manage.py backup` and `manage.py restore`; docs/running.md says when and where.
"""
