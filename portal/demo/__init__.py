"""The demonstration: three real events and a tournament to try things on, loaded as a person would load them."""
