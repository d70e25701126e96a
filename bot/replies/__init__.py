"""What is done for each kind of request: use case, rendering, delivery."""
