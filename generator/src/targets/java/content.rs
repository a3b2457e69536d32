//! What bodies are in Java.

use super::Java;
use super::types::Imports;
use crate::code::Code;
use crate::ir::{ContentKind, Ty};

/// What a body is in Java.
#[derive(Debug, Clone)]
pub(super) struct JavaContent {
    /// Its type.
    pub(super) ty: Code,
    /// How it is read, as an expression.
    pub(super) content: Code,
    /// Its codec, where it has one.
    pub(super) codec: Option<Code>,
}

impl Java<'_> {
    /// What a body is in Java.
    pub(super) fn content(&self, kind: &ContentKind, imports: &mut Imports) -> JavaContent {
        match kind {
            ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => {
                self.json_content(ty, imports)
            }
            ContentKind::Text => JavaContent {
                ty: Code::fixed("String"),
                content: Code::fixed("Content.text()"),
                codec: None,
            },
            ContentKind::Bytes | ContentKind::Stream(_) => JavaContent {
                ty: Code::fixed("byte[]"),
                content: Code::fixed("Content.bytes()"),
                codec: None,
            },
        }
    }

    fn json_content(&self, ty: &Ty, imports: &mut Imports) -> JavaContent {
        let resolved = self.resolve(ty);
        let java = self.java(resolved.not_null(), imports);
        let (ty, codec) = if matches!(resolved, Ty::Nullable(_)) {
            imports.library("java.util.Optional");
            imports.own(&self.package, "runtime", "Codecs");
            (
                code!("Optional<", &java.boxed, ">"),
                code!("Codecs.optional(", &java.codec, ")"),
            )
        } else {
            (java.boxed, java.codec)
        };
        JavaContent {
            content: code!("Content.json(", &codec, ")"),
            ty,
            codec: Some(codec),
        }
    }
}
