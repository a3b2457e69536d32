//! Values that a later version of the service may send.

use serde_json::{Value, json};
use spec::model::{Kind, SchemaId};

use crate::description::API;
use crate::place::{Place, places};

/// An unknown property, whose name needs escaping in a pointer and in JSON.
const NAME: &str = "new/property~ \"é\"";
const ESCAPED: &str = "new~1property~0 \"é\"";

/// Adds a property to every object, and returns the places.
///
/// # Panics
///
/// Panics if a place of the value cannot be found again.
pub fn with_new_properties(id: SchemaId, value: &Value) -> (Value, Vec<String>) {
    let mut changed = value.clone();
    let objects = places(id, value).into_iter().filter(is_record);
    let pointers = objects.map(|place| {
        let object = changed.pointer_mut(&place.pointer).expect("a place");
        object[NAME] = json!({"since": [2, null], "x": "y"});
        format!("{}/{ESCAPED}", place.pointer)
    });
    let mut pointers: Vec<_> = pointers.collect();
    pointers.sort_unstable();
    (changed, pointers)
}

fn is_record(place: &Place) -> bool {
    let kind = &API.schema(place.schema).kind;
    matches!(kind, Kind::Object(object) if !object.properties.is_empty())
}

/// Replaces every value of an enumeration with a new one, and returns the places.
///
/// Discriminators are unchanged, because a new value would make a new union member.
pub fn with_new_enum_values(id: SchemaId, value: &Value) -> (Value, Vec<String>) {
    let is_enum = |place: &Place| {
        let kind = &API.schema(place.schema).kind;
        matches!(kind, Kind::Enumeration(list) if !list.open) && !place.decides
    };
    let replaced = replaced(id, value, is_enum);
    let (changed, mut pointers) = replaced;
    pointers.sort_unstable();
    (changed, pointers)
}

/// Replaces every union member with a new one, and returns the places of the unions.
pub fn with_new_members(id: SchemaId, value: &Value) -> (Value, Vec<String>) {
    let (changed, pointers) = replaced(id, value, |place| place.decides);
    let unions = pointers
        .iter()
        .filter_map(|pointer| pointer.rsplit_once('/'));
    (changed, unions.map(|(union, _)| union.to_owned()).collect())
}

fn replaced(id: SchemaId, value: &Value, which: impl Fn(&Place) -> bool) -> (Value, Vec<String>) {
    let mut changed = value.clone();
    let places = places(id, value).into_iter().filter(which);
    let pointers = places.enumerate().map(|(number, place)| {
        let old = changed.pointer_mut(&place.pointer).expect("a place");
        // Numbered, so that items that must differ still do.
        *old = json!(format!("A_NEW_VALUE_{number}"));
        place.pointer
    });
    let pointers = pointers.collect();
    (changed, pointers)
}
