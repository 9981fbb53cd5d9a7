"""Filters for times of a clock."""

from django import template

from clocks.labels import time_left, time_text

register = template.Library()
register.filter("clock", time_left)
register.filter("spent", time_text)
