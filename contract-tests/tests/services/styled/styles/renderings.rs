//! 202, and jobs that are polled.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "renderings",
    prefix: "",
    things: "renderings",
    variable: "rendering",
    ids: Ids::Text,
    auth: Auth::Bearer,
    paging: Paging::Cursor,
    form: Form::Items,
    errors: Errors::Problem,
    update: "patch",
    slash: false,
    extras: &[Extra::Jobs],
};
