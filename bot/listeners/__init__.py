"""One file for each kind of interaction, each with `register(app, services, identity)`."""
