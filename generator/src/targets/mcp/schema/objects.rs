//! Objects.

use spec::model::{Additional, Object as Model};

use super::kinds::typed;
use super::{Way, Writer};
use crate::json::{Json, Object};

impl Writer<'_> {
    /// Writes the properties of this direction. A response may have others.
    pub(super) fn object(&mut self, object: &Model, nullable: bool) -> Object {
        let (mut properties, mut required) = (Object::new(), Vec::new());
        let mut is_whole = true;
        for property in &object.properties {
            if !self.travels(property.schema) {
                continue;
            }
            if self.is_full() {
                is_whole = false;
                break;
            }
            self.spend(property.name.len());
            let schema = self.used(property.schema);
            properties.set(property.name.clone(), schema);
            if property.required {
                required.push(property.name.as_str());
            }
        }
        // A property that was left out must not count as an additional one.
        let additional: Option<Json> = match object.additional {
            _ if !is_whole => None,
            Additional::Schema(schema) => Some(self.used(schema).into()),
            Additional::Forbidden if self.way == Way::Asked => Some(false.into()),
            Additional::Forbidden | Additional::Unspecified => None,
        };
        let is_map = matches!(object.additional, Additional::Schema(_));
        let most = object.max_properties;
        let most = most.filter(|_| is_map || self.way == Way::Asked);
        typed("object", nullable)
            .with_some("properties", (!properties.is_empty()).then_some(properties))
            .with_some("required", (!required.is_empty()).then_some(required))
            .with_some("additionalProperties", additional)
            .with_some("minProperties", object.min_properties)
            .with_some("maxProperties", most)
    }
}
