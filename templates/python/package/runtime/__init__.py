"""What the generated code is built on; nothing here knows one particular service."""
