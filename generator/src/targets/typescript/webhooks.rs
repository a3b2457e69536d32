//! What webhooks and callbacks carry, for those who receive them.

use spec::model::Operation;

use super::TypeScript;
use super::code::ident;
use super::imports::Imports;
use super::layout::Doc;
use super::model::constant;
use super::module;
use super::ty::{Place, Type};
use super::value::Value;
use crate::GenerateError;
use crate::ir::Ty;
use crate::ir::names::Scope;
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// `src/webhooks.ts`
    pub(super) fn webhooks(&self, sources: &mut Sources) -> Result<(), GenerateError> {
        let mut imports = Imports::default();
        let mut values = self.names.values().clone();
        let api = self.ir.api;
        let hooks = api.webhooks.iter();
        let hooks = hooks.flat_map(|hook| hook.operations.iter().map(|o| (&hook.name, o)));
        let callbacks = api
            .operations
            .iter()
            .flat_map(|operation| &operation.callbacks);
        let callbacks = callbacks.flat_map(|one| one.operations.iter().map(|o| (&one.name, o)));
        let payloads = hooks.chain(callbacks).filter_map(|(name, operation)| {
            self.payload(name, operation, &mut values, &mut imports)
        });
        let mut nodes: Vec<Doc> = payloads.collect();
        if nodes.is_empty() {
            nodes.push(Doc::fixed("export {};"));
        }
        let about = "What webhooks carry.";
        module::add(
            sources,
            "src/webhooks.ts".to_owned(),
            Some(about),
            &imports,
            &nodes,
        )
    }

    fn payload(
        &self,
        name: &str,
        operation: &Operation,
        values: &mut Scope,
        imports: &mut Imports,
    ) -> Option<Doc> {
        let mut content = operation.body.as_ref()?.content.iter();
        let media = content.find(|media| media.is_json())?;
        let ty = media
            .schema
            .map_or(Ty::Any, |id| self.ir.types.nullable_ty(id));
        imports.ty("./runtime/webhook", "Payload");
        let name = ident(&values.claim(&format!("{name} payload")));
        let carried = self.ty(&ty, ".", Place::Anywhere, imports);
        let value = Value::Object(vec![("type", self.schema(&ty, ".", imports))]);
        let text = [&operation.summary, &operation.description];
        let text = text
            .into_iter()
            .flatten()
            .find(|text| !text.trim().is_empty());
        let about = text.map_or("What the webhook carries.", String::as_str);
        let ty = Type::Generic("Payload", vec![carried]);
        Some(constant(about, &name, &ty, &value))
    }
}
