"""How well texts answer a question, read together with it; and a list put in order by that, if it gains in time."""
