"""A tournament day in three regimes, scripted: every ruling through the services, every expectation checked."""
