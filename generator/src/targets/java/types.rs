//! Java types, and how each is read and written.

use std::collections::{BTreeSet, HashSet};

use super::Java;
use super::code::ident;
use crate::code::Code;
use crate::ir::{Form, Ty, TypeId};

/// The imports of a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Imports(BTreeSet<String>);

impl Imports {
    /// Imports a class of a library or of the platform.
    pub(super) fn library(&mut self, path: &'static str) {
        self.0.insert(path.to_owned());
    }

    /// Imports a class of an SDK package, unless the file is in that package.
    pub(super) fn own(&mut self, package: &str, inner: &'static str, name: &str) {
        self.0.insert(format!("{package}.{inner}.{}", ident(name)));
    }

    /// Imports a class of the SDK's root package.
    pub(super) fn root(&mut self, package: &str, name: &'static str) {
        self.0.insert(format!("{package}.{name}"));
    }

    /// Returns the imports that the code uses, in order; `here` is the package of the file.
    pub(super) fn lines(&self, here: &str, named: &HashSet<String>) -> Vec<Code> {
        let is_needed = |path: &&String| match path.rsplit_once('.') {
            Some((package, name)) => package != here && named.contains(name),
            None => false,
        };
        let paths = self.0.iter().filter(is_needed);
        paths.map(|path| super::code::package(path)).collect()
    }
}

/// A type in code: its name where it may be `null`, its primitive type where it may not, and its
/// codec.
#[derive(Debug, Clone)]
pub(super) struct JavaTy {
    /// The name of a reference type.
    pub(super) boxed: Code,
    /// The name of the primitive type, if there is one.
    pub(super) primitive: Option<Code>,
    /// The expression of the codec.
    pub(super) codec: Code,
}

impl JavaTy {
    /// Returns the type of a value that is always present.
    pub(super) fn plain(&self) -> &Code {
        self.primitive.as_ref().unwrap_or(&self.boxed)
    }

    fn new(boxed: &'static str, codec: &'static str) -> Self {
        Self {
            boxed: Code::fixed(boxed),
            primitive: None,
            codec: Code::fixed(codec),
        }
    }

    fn primitive(boxed: &'static str, primitive: &'static str, codec: &'static str) -> Self {
        Self {
            primitive: Some(Code::fixed(primitive)),
            ..Self::new(boxed, codec)
        }
    }
}

/// The maximum nesting of lists and maps.
const MOST_LISTS: usize = 64;

/// The enclosing type, while aliases are resolved.
#[derive(Default)]
struct Within {
    aliases: Vec<TypeId>,
    lists: usize,
    is_cut: bool,
}

impl Java<'_> {
    /// Returns a type with all aliases resolved. Types without a name in Java become `Object`: an
    /// array or a map of itself, and nesting that is too deep.
    pub(super) fn resolve(&self, ty: &Ty) -> Ty {
        self.resolve_within(ty, &mut Within::default())
    }

    /// Returns whether a part of an alias becomes `Object`. An alias that only renames has no
    /// parts.
    pub(super) fn is_cut(&self, alias: TypeId) -> bool {
        let mut within = Within::default();
        let is_name = self.ir.types.other_name(alias).is_some();
        if !is_name {
            self.resolve_within(&Ty::Declared(alias), &mut within);
        }
        within.is_cut
    }

    fn resolve_within(&self, ty: &Ty, within: &mut Within) -> Ty {
        match ty {
            Ty::Declared(id) if self.ir.types.get(*id).form == Form::Alias => {
                let types = &self.ir.types;
                let behind = types.behind(*id);
                // An alias that only renames is not a list, so a long chain of them need not be
                // remembered. Whether it allows `null` is known at its start.
                if let Some(mut name) = types.other_name(*id) {
                    while let Some(next) = types.other_name(name) {
                        name = next;
                    }
                    let named = Ty::Declared(name);
                    return match behind {
                        Ty::Nullable(_) => {
                            self.resolve_within(&Ty::Nullable(Box::new(named)), within)
                        }
                        _ => self.resolve_within(&named, within),
                    };
                }
                if within.aliases.contains(id) {
                    within.is_cut = true;
                    return Ty::Any;
                }
                within.aliases.push(*id);
                let behind = self.resolve_within(&behind, within);
                within.aliases.pop();
                behind
            }
            Ty::List(item) => Ty::List(Box::new(self.resolve_inner(item, within))),
            Ty::Map(value) => Ty::Map(Box::new(self.resolve_inner(value, within))),
            Ty::Nullable(inner) => match self.resolve_within(inner, within) {
                plain @ (Ty::Any | Ty::Null | Ty::Nullable(_)) => plain,
                other => Ty::Nullable(Box::new(other)),
            },
            other => other.clone(),
        }
    }

    fn resolve_inner(&self, ty: &Ty, within: &mut Within) -> Ty {
        if within.lists == MOST_LISTS {
            within.is_cut = true;
            return Ty::Any;
        }
        within.lists += 1;
        let inner = self.resolve_within(ty, within);
        within.lists -= 1;
        inner
    }

    /// Returns a resolved type in code.
    pub(super) fn java(&self, ty: &Ty, imports: &mut Imports) -> JavaTy {
        let mut runtime = |name| imports.own(&self.package, "runtime", name);
        if !matches!(ty, Ty::Declared(_)) {
            runtime("Codecs");
        }
        match ty {
            Ty::Base64 => runtime("Bytes"),
            Ty::Binary => runtime("FilePart"),
            _ => {}
        }
        if let Some(library) = library(ty) {
            imports.library(library);
        }
        match ty {
            Ty::Any => JavaTy::new("JsonNode", "Codecs.ANY"),
            Ty::Null => JavaTy::new("JsonNode", "Codecs.NULL"),
            Ty::Boolean => JavaTy::primitive("Boolean", "boolean", "Codecs.BOOLEAN"),
            Ty::Int32 | Ty::UInt16 => JavaTy::primitive("Integer", "int", "Codecs.INT32"),
            Ty::Int64 | Ty::UInt32 => JavaTy::primitive("Long", "long", "Codecs.INT64"),
            Ty::UInt64 => JavaTy::new("BigInteger", "Codecs.UINT64"),
            Ty::Float => JavaTy::primitive("Float", "float", "Codecs.FLOAT"),
            Ty::Double => JavaTy::primitive("Double", "double", "Codecs.DOUBLE"),
            Ty::DecimalNumber => JavaTy::new("BigDecimal", "Codecs.DECIMAL_NUMBER"),
            Ty::String | Ty::Uri => JavaTy::new("String", "Codecs.STRING"),
            Ty::Decimal => JavaTy::new("BigDecimal", "Codecs.DECIMAL"),
            Ty::DateTime => JavaTy::new("OffsetDateTime", "Codecs.DATE_TIME"),
            Ty::Date => JavaTy::new("LocalDate", "Codecs.DATE"),
            Ty::Uuid => JavaTy::new("UUID", "Codecs.UUID"),
            Ty::Base64 => JavaTy::new("Bytes", "Codecs.BYTES"),
            Ty::Binary => JavaTy::new("FilePart", "Codecs.FILE"),
            Ty::Object => {
                imports.library("com.fasterxml.jackson.databind.JsonNode");
                JavaTy::new("Map<String, JsonNode>", "Codecs.OBJECT")
            }
            Ty::Declared(id) => self.declared(*id, imports),
            Ty::List(item) => {
                let item = self.java(item, imports);
                JavaTy {
                    boxed: code!("List<", &item.boxed, ">"),
                    primitive: None,
                    codec: code!("Codecs.list(", &item.codec, ")"),
                }
            }
            Ty::Map(value) => {
                let value = self.java(value, imports);
                JavaTy {
                    boxed: code!("Map<String, ", &value.boxed, ">"),
                    primitive: None,
                    codec: code!("Codecs.map(", &value.codec, ")"),
                }
            }
            Ty::Nullable(inner) => {
                let inner = self.java(inner, imports);
                JavaTy {
                    codec: code!("Codecs.nullable(", &inner.codec, ")"),
                    primitive: None,
                    ..inner
                }
            }
        }
    }

    fn declared(&self, id: TypeId, imports: &mut Imports) -> JavaTy {
        let name = &self.ir.types.get(id).name;
        imports.own(&self.package, "models", name);
        let name = ident(name);
        JavaTy {
            codec: code!(&name, ".CODEC"),
            boxed: name,
            primitive: None,
        }
    }
}

fn library(ty: &Ty) -> Option<&'static str> {
    let path = match ty {
        Ty::Any | Ty::Null => "com.fasterxml.jackson.databind.JsonNode",
        Ty::UInt64 => "java.math.BigInteger",
        Ty::DecimalNumber | Ty::Decimal => "java.math.BigDecimal",
        Ty::DateTime => "java.time.OffsetDateTime",
        Ty::Date => "java.time.LocalDate",
        Ty::Uuid => "java.util.UUID",
        Ty::List(_) => "java.util.List",
        Ty::Map(_) | Ty::Object => "java.util.Map",
        _ => return None,
    };
    Some(path)
}
