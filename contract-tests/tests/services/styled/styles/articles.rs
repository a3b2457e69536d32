//! JSON:API.

use super::super::style::{Auth, Errors, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "articles",
    prefix: "/jsonapi",
    things: "articles",
    variable: "articleId",
    ids: Ids::Text,
    auth: Auth::Bearer,
    paging: Paging::Links,
    form: Form::JsonApi,
    errors: Errors::Envelope,
    update: "patch",
    slash: false,
    extras: &[],
};
