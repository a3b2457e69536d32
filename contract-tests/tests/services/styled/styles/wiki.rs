//! No credentials; a page is identified by the name that its author chooses; `Link`, errors as
//! text.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "wiki",
    prefix: "",
    things: "pages",
    variable: "pageName",
    ids: Ids::Name,
    auth: Auth::Open,
    paging: Paging::Link,
    form: Form::Plain,
    errors: Errors::Text,
    update: "put",
    slash: false,
    extras: &[Extra::Upload],
};
