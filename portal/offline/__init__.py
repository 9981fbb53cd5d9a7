"""Offline pages: the pages that a browser keeps, the service worker that keeps them, and their removal."""
