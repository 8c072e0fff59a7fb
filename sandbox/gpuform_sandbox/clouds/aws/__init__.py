"""AWS rules, one small check each; the ids are those of the collected facts."""
