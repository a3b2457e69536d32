//! A session cookie, paths that end in a slash, soft deletion.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "projects",
    prefix: "/v2",
    things: "projects",
    variable: "project_id",
    ids: Ids::Integer,
    auth: Auth::Cookie,
    paging: Paging::Offset,
    form: Form::Items,
    errors: Errors::Envelope,
    update: "patch",
    slash: true,
    extras: &[Extra::Notes, Extra::Soft],
};
