//! Filters the items of lists.

use conformance_core::alike::alike;
use conformance_core::items::item_schema;
use conformance_core::json::Json;
use conformance_core::lookup::property;
use conformance_core::paging::Paging;
use serde_json::Value;
use spec::model::{Location, SchemaId};

use crate::operate::Call;
use crate::served::Served;

/// Returns the items that match the filters of a request: parameters with the name of a property.
pub(crate) fn filtered(served: &Served, call: &Call<'_>, items: Vec<Value>) -> Vec<Value> {
    let api = &served.description.api;
    let paging = Paging::of(call.operation);
    let Some(schema) = item_schema(api, call.operation) else {
        return items;
    };
    let filters: Vec<(&String, SchemaId, &Json)> = call
        .values
        .iter()
        .filter(|((location, name), _)| *location == Location::Query && !paging.has(name))
        .filter_map(|((_, name), value)| Some((name, property(api, schema, name)?, value)))
        .collect();
    let passes = |item: &Value| {
        let item = Json::from(item);
        filters.iter().all(|(name, schema, wanted)| {
            let wanted: Vec<&Json> = match wanted {
                Json::Array(all) => all.iter().collect(),
                one => vec![*one],
            };
            let text = |value: &Json| value.to_string().trim_matches('"').to_owned();
            let is_it = |own: &Json| {
                let mut wanted = wanted.iter();
                // A parameter may write a value in another type.
                wanted.any(|one| alike(api, Some(*schema), own, one) || text(own) == text(one))
            };
            match item.get(name) {
                Some(Json::Array(own)) => own.iter().any(is_it),
                Some(own) => is_it(own),
                None => false,
            }
        })
    };
    items.into_iter().filter(passes).collect()
}
