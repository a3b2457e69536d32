//! Forms, and bodies that can have several forms.

use spec::model::{Kind, Location, Style};

use super::Java;
use super::call::styled;
use super::code::{self, ident};
use super::layout::Expr;
use crate::code::Code;
use crate::ir::names::{Case, Scope};
use crate::ir::{Call, ContentKind};

impl Java<'_> {
    /// How the fields of a body that is a form are written.
    pub(super) fn form_fields(&self, call: &Call<'_>) -> Vec<Expr> {
        let Some(body) = &call.body else {
            return Vec::new();
        };
        let is_form = |kind: &ContentKind| matches!(kind, ContentKind::Form(_));
        let mut media = body.body.content.iter().zip(&body.contents);
        let Some((media, _)) = media.find(|(_, content)| is_form(&content.kind)) else {
            return Vec::new();
        };
        let Some(id) = media.schema else {
            return Vec::new();
        };
        let Kind::Object(object) = &self.ir.types.schema(self.ir.api.resolve(id)).kind else {
            return Vec::new();
        };
        let fields = object.properties.iter().map(|property| {
            let mut encodings = media.encoding.iter();
            let encoding = encodings.find(|encoding| encoding.property == property.name);
            let style = encoding.and_then(|one| one.style).unwrap_or(Style::Form);
            let explode = encoding.and_then(|one| one.explode);
            let explode = explode.unwrap_or(style == Style::Form);
            let name = code::string(&property.name).into();
            let mut links = vec![Expr::call(Code::fixed("Parameter.query"), [name])];
            links.extend(styled(Location::Query, style, explode));
            if encoding.is_some_and(|one| one.allow_reserved) {
                links.push(Expr::call(Code::fixed(".allowReserved"), []));
            }
            Expr::Chain(links)
        });
        fields.collect()
    }

    /// The names of the records for the forms that a body can have.
    pub(super) fn body_variants(&self, call: &Call<'_>) -> Vec<Code> {
        let mut scope = Scope::new(Case::Pascal, super::language::TYPES);
        let contents = call.body.iter().flat_map(|body| &body.contents);
        let names = contents.map(|content| {
            let name = match content.kind {
                ContentKind::Json(_) => "Json",
                ContentKind::Form(_) => "Form",
                ContentKind::Multipart(_) => "Multipart",
                ContentKind::Text => "Text",
                ContentKind::Bytes => "Raw",
            };
            ident(&scope.claim(name))
        });
        names.collect()
    }
}
