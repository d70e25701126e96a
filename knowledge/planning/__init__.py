"""What to search for: a follow-up made to stand alone, a question said in other ways."""
