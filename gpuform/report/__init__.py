"""Results in every form a person or a machine reads."""
