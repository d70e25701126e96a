"""Where the bot serves: in the one workspace of its token, or in several that install it themselves."""
