//! Lowers schemas: declares them, lowers them where they are used, and derives their kind from
//! keywords.

use super::Lowering;
use super::reader::Fields;
use super::written::Part;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Node, Value};
use crate::model::{Kind, Member, Provenance, Schema, SchemaId, Union, UnionMode};

impl<'d> Lowering<'d, '_> {
    /// Declares `components/schemas` first, so that they keep their order.
    pub(super) fn declare_schemas(&mut self, root: &Fields<'d>, provenance: &Provenance) {
        let Some(components) = self.object(root, "components") else {
            return;
        };
        let provenance = self.provenance(&components, provenance);
        for (name, span, node) in self.named_entries(&components, "schemas") {
            self.refuse_hidden(span, name, "the name of a schema");
            self.found.schemas += 1;
            let id = self.place(node, &provenance);
            self.schemas.name(id, name);
        }
    }

    /// Lowers the queued schemas. Schemas that are found on the way are queued as well, so that
    /// nothing recurses, however deep schemas refer to each other.
    pub(super) fn lower_queued_schemas(&mut self) {
        while let Some((id, node)) = self.schemas.next() {
            let mark = self.diagnostics.mark();
            self.fill(id, node);
            if self.contain(mark, node.span, "this schema is read as any value") {
                self.schemas.all_of.remove(&id);
                self.schemas.get_mut(id).kind = Kind::Any;
                self.writing.faulty.insert(id);
            }
        }
    }

    fn fill(&mut self, id: SchemaId, node: &'d Node) {
        if let Value::Bool(any) = node.value {
            self.schemas.get_mut(id).kind = if any { Kind::Any } else { Kind::Never };
            return;
        }
        let Some(fields) = self.fields(node, "a schema") else {
            return;
        };
        self.annotate(id, &fields);
        let provenance = self.schemas.get(id).provenance.clone();
        if is_nothing(node) {
            self.schemas.get_mut(id).kind = Kind::Never;
            self.schemas.get_mut(id).nullable = false;
            return;
        }
        if let Some(target) = fields.get("$ref") {
            self.fill_reference(id, &fields, target, &provenance);
            return;
        }
        let own = self.own_kind(id, &fields, &provenance);
        let mut parts = Vec::new();
        for part in self.array(&fields, "allOf") {
            parts.push(self.schema(part, &provenance));
        }
        let own = self.without_null_beside_union(id, &fields, own);
        self.schemas.get_mut(id).kind = own;
        parts.extend(self.union_parts(id, &fields, &provenance));
        if !parts.is_empty() {
            self.schemas.all_of.insert(id, parts);
        }
    }

    /// Removes `type: null` beside `oneOf`: strictly it allows nothing, but the intention is clear.
    fn without_null_beside_union(&mut self, id: SchemaId, fields: &Fields<'d>, own: Kind) -> Kind {
        let unions = ["oneOf", "anyOf"];
        let Some(union) = unions.into_iter().find(|name| fields.get(name).is_some()) else {
            return own;
        };
        if own != Kind::Null {
            return own;
        }
        let message = format!("`type: null` beside `{union}` excludes every member");
        let help = format!("put `type: null` among the members of `{union}`");
        let span = fields.name_span("type");
        self.diagnostics.push(
            Diagnostic::warning(Code::ConflictingAllOf, span, message)
                .label("read as one of the members, or null")
                .help(help),
        );
        self.schemas.get_mut(id).nullable = true;
        Kind::Any
    }

    /// Returns the kind that the keywords beside `allOf`, `oneOf` and `anyOf` describe.
    pub(super) fn own_kind(
        &mut self,
        id: SchemaId,
        fields: &Fields<'d>,
        provenance: &Provenance,
    ) -> Kind {
        self.name_unsupported(fields);
        let types = self.types(id, fields);
        if let Some(kind) = self.enumeration(id, fields) {
            return kind;
        }
        match types.as_slice() {
            [] => self.implied_kind(fields, provenance),
            [one] => self.typed_kind(one, fields, provenance),
            several => self.several_types(id, several, fields, provenance),
        }
    }

    /// Returns the `type`, or in 3.1 the types; `null` among them becomes `nullable`.
    fn types(&mut self, id: SchemaId, fields: &Fields<'d>) -> Vec<&'d str> {
        const TYPES: &[&str] = &[
            "string", "number", "integer", "boolean", "array", "object", "null",
        ];
        let nodes = match fields.get("type") {
            None => return Vec::new(),
            Some(node) => node.as_array().unwrap_or(std::slice::from_ref(node)),
        };
        let mut types: Vec<&str> = Vec::new();
        for node in nodes {
            let name = match node.value {
                Value::Null => Some(self.unquoted_null(node)),
                _ => node.as_str(),
            };
            match name {
                Some("null") if nodes.len() > 1 => self.schemas.get_mut(id).nullable = true,
                Some(name) if types.contains(&name) => {}
                Some(name) if TYPES.contains(&name) => types.push(name),
                Some(other) => {
                    self.no_such_type(node, other, &TYPES[..6]);
                }
                None => self.wrong_type(node, "`type`", "a string"),
            }
        }
        types
    }

    /// Reports a type name of another language.
    fn no_such_type(&mut self, node: &Node, name: &str, types: &[&'static str]) {
        const CALLED: [(&str, &[&str]); 6] = [
            (
                "string",
                &[
                    "str", "text", "char", "varchar", "uuid", "date", "datetime", "file",
                ],
            ),
            ("number", &["float", "double", "decimal", "real"]),
            (
                "integer",
                &["int", "int32", "int64", "long", "short", "byte", "bigint"],
            ),
            ("boolean", &["bool", "bit", "flag"]),
            ("array", &["list", "set", "tuple", "vec", "slice"]),
            (
                "object",
                &["dict", "map", "hash", "struct", "record", "json"],
            ),
        ];
        let lower = name.to_ascii_lowercase();
        let called = |names: &[&str]| names.contains(&lower.as_str());
        let meant = CALLED.iter().find(|(_, names)| called(names));
        let message = format!("`{}` is not a type", name.escape_debug());
        let Some((meant, _)) = meant else {
            self.no_such_word(node.span, message, name, types);
            return;
        };
        self.diagnostics.push(
            Diagnostic::error(Code::InvalidValue, node.span, message)
                .label(format!("expected {}", super::complaint::listed(types)))
                .help(format!("did you mean `{meant}`?")),
        );
    }

    /// Reports `null` without quotes, which is a value and not the name of the type.
    fn unquoted_null(&mut self, node: &Node) -> &'static str {
        let message = "`type` must be a string, and `null` is null";
        self.diagnostics.push(
            Diagnostic::warning(Code::AmbiguousScalar, node.span, message)
                .label("read as the type \"null\"")
                .help("write \"null\" in quotes"),
        );
        "null"
    }

    fn several_types(
        &mut self,
        id: SchemaId,
        types: &[&'d str],
        fields: &Fields<'d>,
        provenance: &Provenance,
    ) -> Kind {
        let members = types
            .iter()
            .map(|name| {
                let mut member = Schema::new(fields.span, provenance.clone());
                member.kind = self.typed_kind(name, fields, provenance);
                let schema = self.schemas.add(member);
                self.writing
                    .part(schema, id, Part::Type((*name).to_owned()));
                Member {
                    schema,
                    values: Vec::new(),
                }
            })
            .collect();
        Kind::Union(Union {
            mode: UnionMode::AnyOf,
            members,
            discriminator: None,
        })
    }

    /// Returns the kind of a schema without a type, if its keywords show that it is an object or an
    /// array.
    fn implied_kind(&mut self, fields: &Fields<'d>, provenance: &Provenance) -> Kind {
        let has = |name| fields.get(name).is_some();
        let holds_text = has("contentSchema") && !has("contentEncoding");
        if has("properties") || has("additionalProperties") {
            self.typed_kind("object", fields, provenance)
        } else if has("items") || has("prefixItems") {
            self.typed_kind("array", fields, provenance)
        } else if has("pattern") || has("minLength") || has("maxLength") || holds_text {
            self.typed_kind("string", fields, provenance)
        } else if has("required") {
            self.typed_kind("object", fields, provenance)
        } else {
            Kind::Any
        }
    }

    fn typed_kind(&mut self, name: &str, fields: &Fields<'d>, provenance: &Provenance) -> Kind {
        match name {
            "null" => Kind::Null,
            "boolean" => Kind::Boolean,
            "integer" => Kind::Integer {
                format: self.text(fields, "format"),
                bounds: self.bounds(fields),
            },
            "number" => Kind::Number {
                format: self.text(fields, "format"),
                bounds: self.bounds(fields),
            },
            "string" => Kind::String(self.string(fields, provenance)),
            "array" => self.array_kind(fields, provenance),
            _ => self.object_kind(fields, provenance),
        }
    }

    /// Reports JSON Schema applicators that no type can express.
    fn name_unsupported(&mut self, fields: &Fields<'d>) {
        const APPLICATORS: &[&str] = &[
            "not",
            "if",
            "then",
            "else",
            "contains",
            "dependentSchemas",
            "dependentRequired",
            "patternProperties",
            "propertyNames",
            "unevaluatedItems",
            "unevaluatedProperties",
            "$dynamicRef",
        ];
        for name in APPLICATORS {
            if fields.get(name).is_some() {
                let message = format!("`{name}` is not expressed in types");
                self.unsupported(fields.name_span(name), message, "not checked");
            }
        }
        let lone = ["oneOf", "anyOf"]
            .iter()
            .all(|name| fields.get(name).is_none());
        if lone && fields.get("discriminator").is_some() {
            let message = "`discriminator` without `oneOf` or `anyOf` names no alternatives";
            let span = fields.name_span("discriminator");
            self.unsupported(span, message, "ignored");
        }
    }
}

/// Returns whether a schema allows no value: `false`, or `not` with a schema that allows any value
/// (JSON Schema 2020-12 §4.3.2).
pub(super) fn is_nothing(node: &Node) -> bool {
    match &node.value {
        Value::Bool(any) => !any,
        Value::Object(object) => {
            object.get("$ref").is_none()
                && object.get("not").is_some_and(|not| match &not.value {
                    Value::Bool(any) => *any,
                    Value::Object(object) => object.iter().next().is_none(),
                    _ => false,
                })
        }
        _ => false,
    }
}
