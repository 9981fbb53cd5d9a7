"""The production shape on one machine: every program of the service, and of what it rests on, as children of a process.

`./run cluster` starts it to be looked at, benchmarks to measure it, tests to kill parts of it.
"""
