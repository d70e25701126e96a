"""Chat models: any that LiteLLM can call."""
