//! A key in the query.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "journals",
    prefix: "",
    things: "journals",
    variable: "journal_id",
    ids: Ids::Integer,
    auth: Auth::QueryKey,
    paging: Paging::Cursor,
    form: Form::Items,
    errors: Errors::Text,
    update: "put",
    slash: false,
    extras: &[Extra::Computed, Extra::Once],
};
