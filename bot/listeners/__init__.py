"""One file for each kind of interaction, each with `register(app or door, services, identity)`."""
