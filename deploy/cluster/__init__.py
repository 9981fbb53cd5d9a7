"""The production deployment on one machine: all programs of the service and its servers, as child processes.

`./run cluster` starts it for a look, benchmarks to measure it, tests to kill parts of it.
"""
