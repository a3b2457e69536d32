//! Two keys at once, a write-only secret, several items in one request.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "hooks",
    prefix: "/v1",
    things: "endpoints",
    variable: "endpointId",
    ids: Ids::Text,
    auth: Auth::Keys,
    paging: Paging::Offset,
    form: Form::Plain,
    errors: Errors::Problem,
    update: "patch",
    slash: false,
    extras: &[Extra::Secret, Extra::Bulk, Extra::Deprecated],
};
