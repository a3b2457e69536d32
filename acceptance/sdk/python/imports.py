"""Checks that importing the SDK only loads what is used."""

import sys

import cloud_marketplace

assert "httpx" not in sys.modules
assert "pydantic" not in sys.modules

client = cloud_marketplace.Client()
loaded = [name for name in sys.modules if name.startswith("cloud_marketplace.models.")]
assert not loaded, loaded
assert "cloud_marketplace.async_client" not in sys.modules
assert "cloud_marketplace.testing" not in sys.modules
assert "opentelemetry" not in sys.modules
client.close()

assert cloud_marketplace.models.Offer.__name__ == "Offer"
assert "cloud_marketplace.models.referral" not in sys.modules
