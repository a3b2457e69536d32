//! What a method returns.

use super::code;
use super::methods::{FieldView, StructView};
use super::plan::Go;
use crate::code::Code;
use crate::ir::names::{Case, Scope};
use crate::ir::{Call, ContentKind, Ty};

/// The results of a call, and how they are read.
pub(super) struct Outcome {
    pub(super) returns: Code,
    pub(super) read: Code,
    pub(super) result: Option<StructView>,
}

impl Go<'_> {
    /// Returns the results of a method.
    pub(super) fn returns(&self, call: &Call<'_>) -> Code {
        self.outcome(call).returns
    }

    pub(super) fn outcome(&self, call: &Call<'_>) -> Outcome {
        let results = call.results();
        let somes: Vec<_> = results.iter().flatten().collect();
        match somes.as_slice() {
            [] => Outcome {
                returns: Code::fixed("error"),
                read: Code::fixed("nothingOf"),
                result: None,
            },
            [one] if results.len() == 1 || self.is_pointer(one) => {
                let ty = self.content_ty(one);
                let (star, read) = if self.is_pointer(one) {
                    ("*", "pointerTo[")
                } else {
                    ("", "valueOf[")
                };
                Outcome {
                    returns: code!("(", star, &ty, ", error)"),
                    read: code!(read, &ty, "]"),
                    result: None,
                }
            }
            many => self.several(call, many),
        }
    }

    fn is_pointer(&self, kind: &ContentKind) -> bool {
        match kind {
            ContentKind::Json(ty) => self.is_record(ty),
            ContentKind::Stream(_) => true,
            _ => false,
        }
    }

    /// Returns a struct with several types.
    fn several(&self, call: &Call<'_>, kinds: &[&ContentKind]) -> Outcome {
        let name = code::exported(&self.names(call).result);
        let mut scope = Scope::new(Case::Pascal, &[]);
        let fields = kinds.iter().map(|kind| {
            let ty = self.content_ty(kind);
            let base = match kind {
                ContentKind::Json(Ty::Declared(id)) => self.ir.types.get(*id).name.clone(),
                ContentKind::Text => "Text".to_owned(),
                ContentKind::Bytes => "Bytes".to_owned(),
                ContentKind::Stream(_) => "Stream".to_owned(),
                _ => "Value".to_owned(),
            };
            FieldView {
                docs: Code::fixed("\t// One of the declared responses; nil if it is another.\n"),
                name: code::exported(&scope.claim_derived(&base, "")),
                ty: code!("*", &ty),
            }
        });
        let docs = format!(
            "{} is one of the declared responses; no field is set if there is no body.",
            name.as_str()
        );
        Outcome {
            returns: code!("(*", &name, ", error)"),
            read: code!("oneOf[", &name, "]"),
            result: Some(StructView {
                docs: code::docs(&docs),
                fields: fields.collect(),
                name,
            }),
        }
    }
}
