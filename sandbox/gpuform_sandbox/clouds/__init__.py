"""The clouds' own rules: what the real API would refuse, in its own words."""
