//! Objects.

use spec::model::{Additional, Object as Model, Property};

use super::kinds::typed;
use super::{Way, Writer};
use crate::json::{Json, Object};

impl Writer<'_> {
    /// Writes the properties of this direction. A response may have others.
    pub(super) fn object(&mut self, object: &Model, nullable: bool) -> Object {
        let travelling = object.properties.iter().filter(|p| self.travels(p.schema));
        let travelling: Vec<&Property> = travelling.collect();
        let required = travelling.iter().filter(|property| property.required);
        let required: Vec<_> = required.map(|property| property.name.as_str()).collect();
        let mut properties = Object::new();
        for property in &travelling {
            self.spend(property.name.len());
            let schema = self.used(property.schema);
            properties.set(property.name.clone(), schema);
        }
        let additional: Option<Json> = match object.additional {
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
