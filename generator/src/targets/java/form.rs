//! Forms, and bodies with several media types.

use spec::model::Location;

use super::Java;
use super::call::styled;
use super::code::{self, ident};
use super::layout::Expr;
use crate::code::Code;
use crate::ir::names::{Case, Scope};
use crate::ir::{Call, Content, ContentKind};

impl Java<'_> {
    /// Returns how the fields of a form body are encoded.
    pub(super) fn form_fields(&self, call: &Call<'_>) -> Vec<Expr> {
        let Some(body) = &call.body else {
            return Vec::new();
        };
        let is_form = |content: &&Content| matches!(content.kind, ContentKind::Form(_));
        let form = body.contents.iter().find(is_form);
        let fields = form.into_iter().flat_map(|form| &form.fields).map(|field| {
            let name = code::string(&field.name).into();
            let mut links = vec![Expr::call(Code::fixed("Parameter.query"), [name])];
            links.extend(styled(Location::Query, field.style, field.explode));
            if field.allow_reserved {
                links.push(Expr::call(Code::fixed(".allowReserved"), []));
            }
            Expr::Chain(links)
        });
        fields.collect()
    }

    /// Returns the names of the records for the media types of a body.
    pub(super) fn body_variants(&self, call: &Call<'_>) -> Vec<Code> {
        let mut scope = Scope::new(Case::Pascal, super::language::TYPES);
        let contents = call.body.iter().flat_map(|body| &body.contents);
        let names = contents.map(|content| {
            let name = match content.kind {
                ContentKind::Json(_) => "Json",
                ContentKind::Form(_) => "Form",
                ContentKind::Multipart(_) => "Multipart",
                ContentKind::Text => "Text",
                ContentKind::Bytes | ContentKind::Stream(_) => "Raw",
            };
            ident(&scope.claim(name))
        });
        names.collect()
    }
}
