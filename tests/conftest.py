"""What holds for every test."""

from hypothesis import HealthCheck, settings

# How long an example takes to make says something about the machine, and nothing about the promise.
settings.register_profile("footnote", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("footnote")
