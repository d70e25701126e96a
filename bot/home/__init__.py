"""What the bot shows of itself to one person: the Home tab, and questions to begin with."""
