//! Request bodies.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Returns a value of a generated type.
pub fn typed<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).expect("of the type")
}

/// Returns an amount in US dollars.
pub fn money(amount: &str) -> Value {
    json!({ "amount": amount, "currency": "USD" })
}

/// Returns a valid new product.
pub fn product() -> Value {
    json!({ "name": "Platform", "partner": "AWS", "productType": "USAGE_BASED" })
}

/// Returns a product with two dimensions: `calls` (0.002 USD) and `gb` (0.0001 USD).
pub fn with_dimensions(mut product: Value) -> Value {
    let dimension =
        |key: &str, price: &str| json!({ "key": key, "unit": key, "unitPrice": money(price) });
    product["dimensions"] = json!([dimension("calls", "0.002"), dimension("gb", "0.0001")]);
    product
}

/// Returns a valid new offer: a product, a buyer's account and a duration.
pub fn offer(product: &str, account: &str, months: u32) -> Value {
    json!({
        "name": "Annual plan",
        "productId": product,
        "buyer": { "partnerAccountId": account },
        "terms": { "price": money("1200.00"), "durationMonths": months, "paymentSchedule": "PREPAY" },
    })
}

/// Returns an offer of a product to a buyer, for a year.
pub fn offer_of(product: &str) -> Value {
    offer(product, "account-1", 12)
}

/// Returns a valid new referral.
pub fn referral() -> Value {
    json!({ "partner": "AWS", "name": "Introduction", "customer": { "companyName": "Ferries" } })
}

/// Returns one record of usage.
pub fn record(dimension: &str, quantity: &str) -> Value {
    json!({ "dimension": dimension, "quantity": quantity })
}

/// Returns usage of `calls`, with or without an ID.
pub fn usage(id: Option<&str>, quantity: &str) -> Value {
    usage_with(id, vec![record("calls", quantity)])
}

/// Returns usage in several records.
pub fn usage_with(id: Option<&str>, records: impl Into<Value>) -> Value {
    let mut body = json!({ "records": records.into() });
    if let Some(id) = id {
        body["id"] = id.into();
    }
    body
}
