//! Prints the [`Ir`] as JSON, for tracing decisions.

use serde_json::{Value, json};

use super::{
    Call, Content, ContentKind, Docs, Guard, Ir, JsonKind, Mark, PASSES, Pass, Shape, Ty, Type,
    Types, Values,
};
use crate::ir::Language;

/// A selection of an [`Ir`] to print.
#[derive(Debug, Clone, Copy)]
pub enum Selection<'s> {
    /// All of it.
    All,
    /// The operation with this id.
    Operation(&'s str),
    /// The type of the schema with this name.
    Schema(&'s str),
}

/// Returns the names of the passes up to one, or of all passes; `None` if there is no such pass.
fn passes(last: Option<&str>) -> Option<&'static [Pass]> {
    let Some(last) = last else {
        return Some(PASSES);
    };
    let place = PASSES.iter().position(|pass| pass.name == last)?;
    PASSES.get(..=place)
}

/// Returns the decisions for a language after some passes; `None` if there is no such pass.
pub(crate) fn view(
    api: &spec::Api,
    config: &crate::Config,
    language: &'static Language,
    last: Option<&str>,
    selection: Selection<'_>,
) -> Option<Value> {
    let ir = Ir::after(passes(last)?, api, config, language);
    Some(match selection {
        Selection::All => json!({
            "types": ir.types.iter().map(|(_, one)| of_type(&ir.types, one)).collect::<Vec<_>>(),
            "operations": ir.calls().map(|call| of_call(&ir.types, call)).collect::<Vec<_>>(),
        }),
        Selection::Operation(id) => {
            let call = ir.calls().find(|call| call.operation.id == id);
            call.map_or(Value::Null, |call| of_call(&ir.types, call))
        }
        Selection::Schema(name) => {
            let mut types = ir.types.iter();
            let named = types.find(|(_, one)| one.schema.name.as_deref() == Some(name));
            named.map_or(Value::Null, |(_, one)| of_type(&ir.types, one))
        }
    })
}

fn of_type(types: &Types<'_>, declared: &Type<'_>) -> Value {
    let shape = match &declared.shape {
        Shape::Record(record) => json!({
            "fields": record.fields.iter().map(|field| json!({
                "name": field.name,
                "wire": field.wire(),
                "type": spell(types, &field.ty),
                "presence": format!("{:?}", field.presence),
                "boxed": field.boxed,
                "docs": of_docs(&field.docs),
            })).collect::<Vec<_>>(),
            "additional": record.additional.as_ref().map(|ty| spell(types, ty)),
        }),
        Shape::Enumeration(list) => json!({
            "values": match &list.values {
                Values::Strings(values) => json!(values),
                Values::Integers(values) => {
                    json!(values.iter().map(ToString::to_string).collect::<Vec<_>>())
                }
            },
            "open": list.open,
            "extensible": list.extensible,
        }),
        Shape::Union(union) => json!({
            "tag": union.tag,
            "members": union.members.iter().map(|member| json!({
                "label": member.label,
                "type": spell(types, &member.ty),
                "mark": of_mark(&member.mark),
                "docs": of_docs(&member.docs),
            })).collect::<Vec<_>>(),
        }),
        Shape::Alias(behind) => json!({ "behind": spell(types, behind) }),
    };
    json!({
        "schema": declared.schema.name,
        "name": declared.name,
        "form": format!("{:?}", declared.form),
        "docs": of_docs(&declared.docs),
        "shape": shape,
    })
}

fn of_mark(mark: &Mark<'_>) -> Value {
    match mark {
        Mark::Tags(tags) => json!({ "tags": tags }),
        Mark::Guard(guard) => of_guard(guard),
    }
}

fn of_guard(guard: &Guard<'_>) -> Value {
    let kinds = guard.kinds.iter().map(|kind| match kind {
        JsonKind::Null => "null",
        JsonKind::Boolean => "boolean",
        JsonKind::Integer => "integer",
        JsonKind::Number => "number",
        JsonKind::String => "string",
        JsonKind::Array => "array",
        JsonKind::Object => "object",
    });
    json!({
        "kinds": kinds.collect::<Vec<_>>(),
        "required": guard.required,
        "values": guard.values,
    })
}

fn of_call(types: &Types<'_>, call: &Call<'_>) -> Value {
    let contents = |contents: &[Content]| {
        let contents = contents.iter().map(|content| of_content(types, content));
        contents.collect::<Vec<_>>()
    };
    json!({
        "operationId": call.operation.id,
        "method": call.method,
        "docs": of_docs(&call.docs),
        "arguments": call.arguments.iter().map(|argument| json!({
            "name": argument.name,
            "wire": argument.parameter.name,
            "in": argument.parameter.location.as_str(),
            "required": argument.parameter.required,
            "global": argument.global.is_some(),
            "type": spell(types, &argument.ty),
            "docs": of_docs(&argument.docs),
        })).collect::<Vec<_>>(),
        "body": call.body.as_ref().map(|body| json!({
            "required": body.body.required,
            "idempotency": body.idempotency.map(|property| &property.name),
            "contents": contents(&body.contents),
            "docs": of_docs(&body.docs),
        })),
        "responses": call.answers.iter().map(|answer| json!({
            "status": answer.response.status.to_string(),
            "name": answer.name,
            "contents": contents(&answer.contents),
            "docs": of_docs(&answer.docs),
        })).collect::<Vec<_>>(),
        "pages": call.pages.as_ref().map(|pages| json!({
            "method": pages.method,
            "by": pages.by(),
            "stated": pages.pagination.stated,
            "parameter": pages.parameter.map(|index| &call.arguments[index].name),
            "items": pages.items,
            "item": spell(types, &pages.item),
            "next": pages.pagination.next,
            "more": pages.pagination.more,
            "total": pages.pagination.total,
        })),
    })
}

fn of_content(types: &Types<'_>, content: &Content) -> Value {
    let (kind, ty) = match &content.kind {
        ContentKind::Json(ty) => ("json", Some(ty)),
        ContentKind::Form(ty) => ("form", Some(ty)),
        ContentKind::Multipart(ty) => ("multipart", Some(ty)),
        ContentKind::Stream(items) => (items.framing.as_str(), items.json.as_ref()),
        ContentKind::Text => ("text", None),
        ContentKind::Bytes => ("bytes", None),
    };
    json!({
        "mediaType": content.media_type,
        "kind": kind,
        "type": ty.map(|ty| spell(types, ty)),
    })
}

fn of_docs(docs: &Docs) -> Value {
    json!({ "text": docs.text(), "deprecated": docs.deprecation() })
}

/// Formats a type in a few words.
fn spell(types: &Types<'_>, ty: &Ty) -> String {
    match ty {
        Ty::Declared(id) => types.get(*id).name.clone(),
        Ty::List(item) => format!("List<{}>", spell(types, item)),
        Ty::Map(value) => format!("Map<{}>", spell(types, value)),
        Ty::Nullable(inner) => format!("{} | null", spell(types, inner)),
        other => format!("{other:?}"),
    }
}
