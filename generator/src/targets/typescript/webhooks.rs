//! The payloads of webhooks and callbacks, for their receivers.

use std::collections::BTreeSet;

use spec::model::{Operation, SchemaId};

use super::TypeScript;
use super::code::{ident, string};
use super::imports::Imports;
use super::layout::Doc;
use super::model::{constant, other, tagged};
use super::module;
use super::schema::{kind, looks, strings};
use super::ty::{Place, Type};
use super::value::Value;
use crate::GenerateError;
use crate::ir::names::Scope;
use crate::ir::union::guard_of;
use crate::ir::{Guard, Ty};
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// Adds `src/webhooks.ts`.
    pub(super) fn webhooks(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let mut imports = Imports::default();
        let mut values = self.names.values().clone();
        let carried = self.carried(&mut values);
        let payloads = carried
            .iter()
            .map(|(name, operation, schema)| self.payload(name, operation, *schema, &mut imports));
        let mut nodes: Vec<Doc> = payloads.collect();
        let schemas: Option<Vec<_>> = carried.iter().map(|(.., schema)| *schema).collect();
        match schemas.filter(|schemas| !schemas.is_empty()) {
            Some(schemas) => nodes.push(self.any_payload(&schemas, &mut values, &mut imports)),
            None if nodes.is_empty() => nodes.push(Doc::fixed("export {};")),
            None => {}
        }
        let about = "The payloads of webhooks.";
        module::add(
            sources,
            "src/webhooks.ts".to_owned(),
            Some(about),
            &imports,
            &nodes,
        )
    }

    /// Returns the payloads of webhooks and callbacks: the name of the constant, the operation, and
    /// the schema.
    pub(super) fn carried(
        &self,
        values: &mut Scope,
    ) -> Vec<(String, &Operation, Option<SchemaId>)> {
        let api = self.ir.api;
        let hooks = api.webhooks.iter();
        let hooks = hooks.flat_map(|hook| hook.operations.iter().map(|o| (&hook.name, o)));
        let callbacks = api
            .operations
            .iter()
            .flat_map(|operation| &operation.callbacks);
        let callbacks = callbacks.flat_map(|one| one.operations.iter().map(|o| (&one.name, o)));
        let carried = hooks.chain(callbacks).filter_map(|(name, operation)| {
            let mut content = operation.body.as_ref()?.content.iter();
            let media = content.find(|media| media.is_json())?;
            let name = values.claim(&format!("{name} payload"));
            Some((name, operation, media.schema))
        });
        carried.collect()
    }

    fn payload(
        &self,
        name: &str,
        operation: &Operation,
        schema: Option<SchemaId>,
        imports: &mut Imports,
    ) -> Doc {
        let ty = schema.map_or(Ty::Any, |id| self.ir.types.nullable_ty(id));
        imports.ty("./runtime/webhook", "Payload");
        let name = ident(name);
        let carried = self.ty(&ty, ".", Place::Anywhere, imports);
        let value = Value::Object(vec![("type", self.schema(&ty, ".", imports))]);
        let text = [&operation.summary, &operation.description];
        let text = text
            .into_iter()
            .flatten()
            .find(|text| !text.trim().is_empty());
        let about = text.map_or("The payload of the webhook.", String::as_str);
        let ty = Type::Generic("Payload", vec![carried]);
        constant(about, &name, &ty, &value)
    }

    /// Returns the union of all payloads.
    fn any_payload(&self, schemas: &[SchemaId], values: &mut Scope, imports: &mut Imports) -> Doc {
        let mut types: Vec<(Ty, SchemaId)> = Vec::new();
        for id in schemas {
            let ty = self.ir.types.nullable_ty(*id);
            if !types.iter().any(|(known, _)| *known == ty) {
                types.push((ty, *id));
            }
        }
        let guards: Vec<_> = types
            .iter()
            .map(|(_, id)| guard_of(self.ir.api, *id))
            .collect();
        let tag = tag_of(&guards);
        let members = types.iter().zip(&guards).map(|((ty, _), guard)| {
            let mut parts = vec![("type", self.schema(ty, ".", imports))];
            match tag {
                Some(tag) => parts.extend(guard.allowed(tag).map(|all| ("tags", strings(all)))),
                None => parts.extend(looks(guard)),
            }
            Value::Object(parts)
        });
        let members = Value::Array(members.collect()).thunk();
        let mut parts: Vec<_> = tag
            .into_iter()
            .map(|tag| ("discriminator", Value::Atom(string(tag))))
            .collect();
        parts.push(("members", members));
        let value = Value::Object(vec![("type", kind("union", parts))]);
        let carried = types.iter().zip(&guards).map(|((ty, _), guard)| {
            let part = self.ty(ty, ".", Place::Anywhere, imports);
            match tag.zip(tag.and_then(|tag| guard.allowed(tag))) {
                Some((tag, values)) => tagged(part, tag, values, "./runtime/values", imports),
                None => part,
            }
        });
        let mut carried: Vec<_> = carried.collect();
        carried.push(other(tag, "./runtime/values", imports));
        let carried = Type::union(carried);
        let name = ident(&values.claim("webhook payload"));
        let about =
            "The payload of any webhook; one that matches no declared type is kept as received.";
        constant(
            about,
            &name,
            &Type::Generic("Payload", vec![carried]),
            &value,
        )
    }
}

/// Returns the property whose value distinguishes all kinds of payload.
fn tag_of<'a>(guards: &[Guard<'a>]) -> Option<&'a str> {
    let mut values = guards.first()?.values.iter();
    let tells = |name: &str| {
        let mut taken = BTreeSet::new();
        guards.iter().all(|guard| {
            let allowed = guard.allowed(name).unwrap_or_default();
            !allowed.is_empty() && allowed.iter().all(|value| taken.insert(*value))
        })
    };
    let (name, _) = values.find(|(name, _)| tells(name))?;
    Some(name)
}
