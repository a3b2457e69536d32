//! Enumerations: classes with constants, because responses may have other values.

use std::ops::Range;

use super::Java;
use super::code::{self, ident};
use super::docs::Docs;
use super::language::CONSTANTS;
use super::layout::{self, Expr};
use super::types::Imports;
use super::unit::{Unit, method};
use crate::GenerateError;
use crate::code::Code;
use crate::ir::names::{Case, Scope};
use crate::ir::{Ir, Shape, TypeId, Values};

/// The maximum number of constants in one class, whose initializer must fit into 64 KiB (JVMS 17
/// §4.7.3).
const MOST_CONSTANTS: usize = 1500;

impl Java<'_> {
    /// Adds the file of an enumeration, and files of constants if there are too many for one.
    pub(super) fn enumeration(
        &self,
        id: TypeId,
        add: &mut impl FnMut(&str, &Unit) -> Result<(), GenerateError>,
    ) -> Result<(), GenerateError> {
        let declared = self.ir.types.get(id);
        let Shape::Enumeration(list) = &declared.shape else {
            return Ok(());
        };
        let package = format!("{}.models", self.package);
        let name = ident(&declared.name);
        let mut imports = Imports::default();
        let (ty, codec) = match &list.values {
            Values::Strings(_) => ("String", "STRING"),
            Values::Integers(values)
                if values.iter().any(|value| i64::try_from(*value).is_err()) =>
            {
                imports.library("java.math.BigInteger");
                ("BigInteger", "UINT64")
            }
            Values::Integers(_) => ("long", "INT64"),
        };
        let constants = Constants {
            values: &list.values,
            ty,
            names: self.constants_of(id),
            class: &name,
        };
        let count = list.values.len();
        let split = count > MOST_CONSTANTS;
        let mut interfaces: Vec<_> = self.unions_of(id).iter().map(|name| ident(name)).collect();
        let mut members = Vec::new();
        if split {
            let mut scope = self.type_scope();
            for start in (0..count).step_by(MOST_CONSTANTS) {
                // The name of an interface with some of the constants, which no type has.
                let own = scope.claim_derived(&declared.name, "Constants");
                let docs = Docs::fixed("Some of the constants of an enumeration.");
                let head = code!("interface ", &ident(&own), " {");
                let own_imports = if ty == "BigInteger" {
                    imports.clone()
                } else {
                    Imports::default()
                };
                let chunk = start..count.min(start + MOST_CONSTANTS);
                let chunk = constants.declared(chunk, "");
                interfaces.push(ident(&own));
                add(&own, &Unit::new(&package, &own_imports, &docs, head, chunk))?;
            }
        } else {
            members = constants.declared(0..count, "public static final ");
        }
        for runtime in ["Codec", "Codecs"] {
            imports.own(&self.package, "runtime", runtime);
        }
        members.push(codec_of(&name, codec));
        if !split && count > 0 {
            imports.library("java.util.List");
            members.push(values(&name, constants.names));
        }
        if ty != "long" {
            imports.library("java.util.Objects");
            members.push(constructor(&name));
        }
        if !split && count > 0 {
            members.push(is_known());
            members.push(known_values(&name));
        }
        members.push(to_string(ty));
        let docs = Docs::of(&declared.docs.whole());
        let docs = docs
            .paragraph("Responses may contain values other than the constants.")
            .param(&Code::fixed("value"), "the value as it is sent");
        let component = code!(ty, " value");
        let head = layout::record(
            0,
            &code!("public record ", &name),
            &[component],
            &interfaces,
        );
        add(
            &declared.name,
            &Unit::new(&package, &imports, &docs, head, members),
        )
    }
}

/// Returns the names of the constants of an enumeration. None has the name of the class, which would
/// hide the class (JLS 17 §6.4.2).
pub(super) fn names(ir: &Ir<'_>, id: TypeId) -> Vec<Code> {
    let declared = ir.types.get(id);
    let Shape::Enumeration(list) = &declared.shape else {
        return Vec::new();
    };
    let class = declared.name.as_str();
    let mut scope = Scope::new(Case::Constant, CONSTANTS).expecting(list.values.len());
    let mut name = |text: &str| ident(&scope.claim_marked(text, "value", &[class], "_"));
    match &list.values {
        Values::Strings(values) => values.iter().map(|text| name(text)).collect(),
        Values::Integers(values) => values.iter().map(|one| name(&one.to_string())).collect(),
    }
}

/// The constants of an enumeration.
struct Constants<'e> {
    values: &'e Values<'e>,
    /// The type of the values.
    ty: &'static str,
    names: &'e [Code],
    class: &'e Code,
}

impl Constants<'_> {
    /// Returns the declarations of some constants.
    fn declared(&self, some: Range<usize>, modifiers: &'static str) -> Vec<Code> {
        let one = |at: usize| match self.values {
            Values::Strings(values) => {
                let text = values[at];
                self.field(at, modifiers, text, code::string(text))
            }
            Values::Integers(values) => {
                let text = values[at].to_string();
                let literal = match i64::try_from(values[at]) {
                    Ok(number) if self.ty == "long" => code::long(number),
                    _ => code!("new BigInteger(", &code::string(&text), ")"),
                };
                self.field(at, modifiers, &text, literal)
            }
        };
        some.map(one).collect()
    }

    fn field(&self, at: usize, modifiers: &'static str, text: &str, literal: Code) -> Code {
        // A value that a sentence cannot show is written as the literal.
        let shown = match text {
            _ if text.trim().is_empty() || text.contains(char::is_control) => literal.as_str(),
            _ => text,
        };
        let docs = Docs::default().naming("The value ", shown, ".").comment(2);
        let value = Expr::call(code!("new ", self.class), [literal.into()]);
        let before = code!(modifiers, self.class);
        let field = layout::field(2, &before, &self.names[at], Some(&value));
        code!(&docs, &field)
    }
}

fn codec_of(name: &Code, codec: &'static str) -> Code {
    let docs = Docs::fixed("The codec of the type.").comment(2);
    let value = Expr::call(
        code!("Codecs.", codec, ".map"),
        [code!(name, "::new").into(), code!(name, "::value").into()],
    );
    let before = code!("public static final Codec<", name, ">");
    code!(
        &docs,
        &layout::field(2, &before, &Code::fixed("CODEC"), Some(&value))
    )
}

fn values(name: &Code, constants: &[Code]) -> Code {
    let names = constants.iter().map(|constant| constant.clone().into());
    let value = Expr::call(Code::fixed("List.of"), names);
    let before = code!("private static final List<", name, ">");
    layout::field(2, &before, &Code::fixed("KNOWN"), Some(&value))
}

fn constructor(name: &Code) -> Code {
    let docs = Docs::fixed("Creates a value, listed or not.")
        .param(&Code::fixed("value"), "the value as it is sent");
    let body = Code::fixed("    Objects.requireNonNull(value, \"value\");\n");
    method(2, Some(&docs), &code!("  public ", name, " {\n"), &body)
}

fn is_known() -> Code {
    let docs = Docs::fixed("Returns whether the description lists the value.")
        .returns("whether it is listed");
    let head = Code::fixed("  public boolean isKnown() {\n");
    method(
        2,
        Some(&docs),
        &head,
        &Code::fixed("    return KNOWN.contains(this);\n"),
    )
}

fn known_values(name: &Code) -> Code {
    let docs = Docs::fixed("Returns the values that the description lists, in its order.")
        .returns("the constants");
    let head = code!("  public static List<", name, "> knownValues() {\n");
    method(2, Some(&docs), &head, &Code::fixed("    return KNOWN;\n"))
}

fn to_string(ty: &str) -> Code {
    let body = match ty {
        "String" => "    return value;\n",
        "long" => "    return Long.toString(value);\n",
        _ => "    return value.toString();\n",
    };
    let head = Code::fixed("  @Override\n  public String toString() {\n");
    method(2, None, &head, &Code::fixed(body))
}
