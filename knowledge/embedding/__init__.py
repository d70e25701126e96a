"""Texts to unit vectors: the embedded model, or any embedding model that LiteLLM can call."""
