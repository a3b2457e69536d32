//! Entity tags, and uploads of bytes.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "assets",
    prefix: "/dam",
    things: "assets",
    variable: "assetId",
    ids: Ids::Text,
    auth: Auth::Key,
    paging: Paging::Link,
    form: Form::Plain,
    errors: Errors::Problem,
    update: "put",
    slash: false,
    extras: &[Extra::Etags, Extra::Upload],
};
