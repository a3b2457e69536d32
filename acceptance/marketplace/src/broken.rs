//! Generates values that violate one constraint of the description.

use regex::Regex;
use serde_json::{Value, json};
use spec::model::{Additional, Array, Bounds, Kind, Object, SchemaId, Text};

use crate::description::{API, is_nullable};
use crate::place::{Place, places};
use crate::sample::sample;
use crate::values::Presence;

/// A value that violates one constraint.
#[derive(Debug, Clone)]
pub struct Broken {
    /// The complete value.
    pub value: Value,
    /// The JSON Pointer (RFC 6901) of the violation.
    pub pointer: String,
    /// The keyword of the constraint; `type`, `required` and `format` concern the form of a value.
    pub keyword: &'static str,
    /// Whether it cannot even be parsed, so that constraints are not checked.
    pub unreadable: bool,
}

/// Returns a value for every constraint that applies to a full value of the schema, each violated
/// alone.
pub fn broken(id: SchemaId) -> Vec<Broken> {
    let whole = sample(id, Presence::Full);
    let places = places(id, &whole);
    let broken = places.iter().flat_map(|place| {
        Breaking {
            whole: &whole,
            place,
        }
        .all()
    });
    broken.collect()
}

/// The violations at one place.
struct Breaking<'v> {
    whole: &'v Value,
    place: &'v Place,
}

impl Breaking<'_> {
    fn all(&self) -> Vec<Broken> {
        let mut all = match &API.schema(self.place.schema).kind {
            Kind::String(text) => self.text(text),
            Kind::Integer { format, bounds } => self.number(format.as_deref(), bounds),
            Kind::Number { bounds, .. } => self.number(None, bounds),
            Kind::Enumeration(list) if !list.open => vec![self.unknown_value()],
            Kind::Array(array) => self.array(array),
            Kind::Object(object) => self.object(object),
            _ => Vec::new(),
        };
        all.extend(self.other_type());
        all
    }

    fn old(&self) -> &Value {
        self.whole.pointer(&self.place.pointer).expect("a place")
    }

    fn with(&self, keyword: &'static str, new: Value) -> Broken {
        let mut value = self.whole.clone();
        *value.pointer_mut(&self.place.pointer).expect("a place") = new;
        Broken {
            value,
            pointer: self.place.pointer.clone(),
            keyword,
            unreadable: false,
        }
    }

    fn unreadable(&self, keyword: &'static str, new: Value) -> Broken {
        let unreadable = true;
        Broken {
            unreadable,
            ..self.with(keyword, new)
        }
    }

    /// Returns a value of another type. A union accepts any value; one that is not a member is
    /// found during validation.
    fn other_type(&self) -> Option<Broken> {
        if self.place.is_member {
            return None;
        }
        let other = || {
            if self.old().is_array() {
                json!({})
            } else {
                json!([])
            }
        };
        match &API.schema(self.place.schema).kind {
            Kind::Any => None,
            Kind::Union(_) => Some(self.with("oneOf", other())),
            _ if self.place.decides => None,
            _ => Some(self.unreadable("type", other())),
        }
    }

    /// Returns a value with an unknown discriminator, which makes its object a new member of the
    /// union.
    fn unknown_value(&self) -> Broken {
        let mut broken = self.with("enum", json!("NOT_A_VALUE"));
        if self.place.decides {
            let name = broken.pointer.rfind('/').expect("a property");
            broken.pointer.truncate(name);
            broken.keyword = "oneOf";
        }
        broken
    }

    fn text(&self, text: &Text) -> Vec<Broken> {
        let old = self.old().as_str().expect("a string");
        let length = |count: Option<u64>| count.and_then(|count| usize::try_from(count).ok());
        let mut all = Vec::new();
        if let Some(min) = length(text.min_length).filter(|min| *min > 0) {
            let short: String = old.chars().cycle().take(min - 1).collect();
            all.push(match text.format.as_deref() {
                // An empty text is not a decimal.
                Some("decimal") if short.is_empty() => self.unreadable("minLength", json!(short)),
                _ => self.with("minLength", json!(short)),
            });
        }
        if let Some(max) = length(text.max_length) {
            all.push(self.with("maxLength", json!(longer(text, old, max + 1))));
        }
        if let Some(pattern) = &text.pattern
            && let Some(other) = not_matching(pattern, text)
        {
            all.push(self.with("pattern", json!(other)));
        }
        let typed = ["date-time", "date", "uri", "uuid", "decimal"];
        if text
            .format
            .as_deref()
            .is_some_and(|format| typed.contains(&format))
        {
            all.push(self.unreadable("format", json!("none of that")));
        }
        all
    }

    fn number(&self, format: Option<&str>, bounds: &Bounds) -> Vec<Broken> {
        let mut all = Vec::new();
        let bound = |text: &Option<String>| -> Option<i64> { text.as_ref()?.parse().ok() };
        let fits = |number: i64| format != Some("int32") || i32::try_from(number).is_ok();
        if let Some(min) = bound(&bounds.minimum) {
            let less = min - i64::from(!bounds.exclusive_minimum);
            all.extend(fits(less).then(|| self.with("minimum", json!(less))));
        }
        if let Some(max) = bound(&bounds.maximum) {
            let more = max + i64::from(!bounds.exclusive_maximum);
            all.extend(fits(more).then(|| self.with("maximum", json!(more))));
        }
        if format == Some("int32") {
            all.push(self.unreadable("format", json!(i64::from(i32::MAX) + 1)));
        }
        all
    }

    fn array(&self, array: &Array) -> Vec<Broken> {
        let items = self.old().as_array().expect("an array");
        let of = |count: u64| {
            let count = usize::try_from(count).expect("a count");
            let items: Vec<_> = items.iter().cycle().take(count).cloned().collect();
            json!(items)
        };
        let mut all = Vec::new();
        if let Some(min) = array.min_items.filter(|min| *min > 0) {
            all.push(self.with("minItems", of(min - 1)));
        }
        if let Some(max) = array.max_items {
            all.push(self.with("maxItems", of(max + 1)));
        }
        if array.unique {
            all.push(self.with("uniqueItems", of(items.len() as u64 + 1)));
        }
        all
    }

    fn object(&self, object: &Object) -> Vec<Broken> {
        let members = self.old().as_object().expect("an object");
        let mut all = Vec::new();
        for property in object
            .properties
            .iter()
            .filter(|property| property.required)
        {
            let mut fewer = members.clone();
            fewer.remove(&property.name);
            all.push(self.unreadable("required", Value::Object(fewer)));
        }
        for property in object
            .properties
            .iter()
            .filter(|one| !is_nullable(one.schema))
        {
            let kind = &API.schema(API.resolve(property.schema)).kind;
            if matches!(kind, Kind::Any | Kind::Union(_)) {
                continue;
            }
            let mut nulled = members.clone();
            nulled.insert(property.name.clone(), Value::Null);
            let mut broken = self.unreadable("type", Value::Object(nulled));
            broken.pointer = format!("{}/{}", self.place.pointer, property.name);
            all.push(broken);
        }
        if let (Some(max), Additional::Schema(schema)) = (object.max_properties, object.additional)
        {
            let value = sample(schema, Presence::Full);
            let more = (0..=max).map(|number| (format!("k{number}"), value.clone()));
            all.push(self.with("maxProperties", more.collect()));
        }
        all.retain(|broken| !self.is_discriminator(object, broken));
        all
    }

    /// Returns whether an object without its discriminator is a new member of the union instead of
    /// a violation.
    fn is_discriminator(&self, object: &Object, broken: &Broken) -> bool {
        self.place.is_member && {
            let changed = broken.value.pointer(&self.place.pointer);
            let mut properties = object.properties.iter();
            properties.any(|property| {
                let kind = &API.schema(API.resolve(property.schema)).kind;
                let single = matches!(kind, Kind::Enumeration(list) if list.values.len() == 1);
                single && changed.is_none_or(|changed| changed[&property.name].is_null())
            })
        }
    }
}

/// Returns a longer string of the same kind.
fn longer(text: &Text, old: &str, length: usize) -> String {
    match text.format.as_deref() {
        Some("uri") => format!("{:a<length$}", "https://long.example/"),
        Some("decimal") => "1".repeat(length),
        _ => {
            let last = old.chars().last().unwrap_or('a');
            let missing = length.saturating_sub(old.chars().count());
            old.chars()
                .chain(std::iter::repeat_n(last, missing))
                .collect()
        }
    }
}

/// Returns a string of an allowed length and format that a pattern refuses.
fn not_matching(pattern: &str, text: &Text) -> Option<String> {
    let pattern = Regex::new(pattern).expect("a pattern that is checked");
    let units: &[&str] = match text.format.as_deref() {
        Some("decimal") => &["-1", "1.0000001"],
        Some("uri") => &["a:", "https://a.example/#fragment"],
        _ => &["\u{7f}", "\u{0}", "!", "é", "a", "A"],
    };
    let min = text.min_length.unwrap_or(0).max(1);
    let candidates = units.iter().map(|unit| match text.format {
        Some(_) => (*unit).to_owned(),
        None => unit.repeat(usize::try_from(min).expect("a length")),
    });
    candidates
        .into_iter()
        .find(|candidate| !pattern.is_match(candidate))
}
