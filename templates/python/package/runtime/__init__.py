"""The runtime of the generated code, which is the same for every service."""
