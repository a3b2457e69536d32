//! Reads types and their serde attributes from source files.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use syn::{Attribute, Expr, Fields, Item, Lit, Meta, Type};

/// Types by name.
#[derive(Default)]
pub struct Types(BTreeMap<String, Shape>);

/// A type as serde serializes it.
pub(super) struct Shape {
    pub(super) docs: String,
    pub(super) serde: Serde,
    pub(super) kind: ShapeKind,
}

pub(super) enum ShapeKind {
    Struct(Vec<Field>),
    /// A struct around one value.
    Newtype(Box<Type>),
    Enum(Vec<Variant>),
}

pub(super) struct Field {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) serde: Serde,
    pub(super) kind: Type,
}

pub(super) struct Variant {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) content: Content,
}

pub(super) enum Content {
    Unit,
    Newtype(Box<Type>),
    Struct(Vec<Field>),
}

/// The serde attributes that schemas depend on.
#[derive(Default)]
pub(super) struct Serde {
    pub(super) rename_all: Option<String>,
    pub(super) rename: Option<String>,
    pub(super) tag: Option<String>,
    pub(super) default: bool,
    pub(super) skip: bool,
    pub(super) skips_some: bool,
    pub(super) closed: bool,
}

impl Types {
    /// Adds the serializable types of a file.
    pub fn read(&mut self, path: &Path) -> Result<()> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
        let file = syn::parse_file(&text).with_context(|| format!("{shown} is not Rust"))?;
        for item in file.items {
            let (name, attributes) = match &item {
                Item::Struct(item) => (item.ident.to_string(), &item.attrs),
                Item::Enum(item) => (item.ident.to_string(), &item.attrs),
                _ => continue,
            };
            if !is_serde(attributes) {
                continue;
            }
            let shape = shape(&item, attributes).with_context(|| format!("{shown}: {name}"))?;
            // The first file counts, because it is closest to the root.
            self.0.entry(name).or_insert(shape);
        }
        Ok(())
    }

    pub(super) fn get(&self, name: &str) -> Result<&Shape> {
        let found = self.0.get(name);
        found.with_context(|| format!("the type {name} is in none of the files"))
    }
}

fn is_serde(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let Meta::List(list) = &attribute.meta else {
            return false;
        };
        let text = list.tokens.to_string();
        list.path.is_ident("derive") && (text.contains("Serialize") || text.contains("Deserialize"))
    })
}

fn shape(item: &Item, attributes: &[Attribute]) -> Result<Shape> {
    let kind = match item {
        Item::Struct(item) => match &item.fields {
            Fields::Named(_) => ShapeKind::Struct(fields(&item.fields)?),
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                ShapeKind::Newtype(Box::new(fields.unnamed[0].ty.clone()))
            }
            _ => bail!("only structs with named fields or one value have a schema"),
        },
        Item::Enum(item) => {
            let variants = item.variants.iter().map(|variant| {
                let content = match &variant.fields {
                    Fields::Unit => Content::Unit,
                    Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                        Content::Newtype(Box::new(fields.unnamed[0].ty.clone()))
                    }
                    Fields::Named(_) => Content::Struct(fields(&variant.fields)?),
                    Fields::Unnamed(_) => bail!("{} has several values", variant.ident),
                };
                Ok(Variant {
                    name: variant.ident.to_string(),
                    docs: docs(&variant.attrs),
                    content,
                })
            });
            ShapeKind::Enum(variants.collect::<Result<_>>()?)
        }
        _ => bail!("only structs and enums have a schema"),
    };
    Ok(Shape {
        docs: docs(attributes),
        serde: serde(attributes)?,
        kind,
    })
}

fn fields(fields: &Fields) -> Result<Vec<Field>> {
    let fields = fields.iter().map(|field| {
        let name = field.ident.as_ref().context("a field without a name")?;
        Ok(Field {
            name: name.to_string(),
            docs: docs(&field.attrs),
            serde: serde(&field.attrs)?,
            kind: field.ty.clone(),
        })
    });
    fields.collect()
}

/// Returns the documentation, with one line for each paragraph.
fn docs(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else {
            return None;
        };
        let Expr::Lit(literal) = &pair.value else {
            return None;
        };
        let Lit::Str(text) = &literal.lit else {
            return None;
        };
        pair.path.is_ident("doc").then(|| text.value())
    });
    let lines: Vec<_> = lines.map(|line| line.trim().to_owned()).collect();
    let text = lines.join("\n").replace("[`", "`").replace("`]", "`");
    let paragraphs = text.split("\n\n").map(|one| one.replace('\n', " "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

fn serde(attributes: &[Attribute]) -> Result<Serde> {
    let mut serde = Serde::default();
    let own = attributes.iter().filter(|one| one.path().is_ident("serde"));
    for attribute in own {
        attribute.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().map(ToString::to_string);
            let value = || -> syn::Result<String> {
                let text: syn::LitStr = meta.value()?.parse()?;
                Ok(text.value())
            };
            match name.as_deref() {
                Some("rename_all") => serde.rename_all = Some(value()?),
                Some("rename") => serde.rename = Some(value()?),
                Some("tag") => serde.tag = Some(value()?),
                Some("skip_serializing_if") => {
                    value()?;
                    serde.skips_some = true;
                }
                Some("default") => {
                    serde.default = true;
                    if meta.input.peek(syn::Token![=]) {
                        value()?;
                    }
                }
                Some("skip") => serde.skip = true,
                Some("deny_unknown_fields") => serde.closed = true,
                Some("transparent") => {}
                _ => return Err(meta.error("this attribute of serde has no schema here")),
            }
            Ok(())
        })?;
    }
    Ok(serde)
}
