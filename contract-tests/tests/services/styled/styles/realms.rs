//! A key in a field; `first` and `max`; arrays and error envelopes; a creation with the name of an existing item
//! returns that item.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "realms",
    prefix: "/admin",
    things: "roles",
    variable: "id",
    ids: Ids::Text,
    auth: Auth::Key,
    paging: Paging::First,
    form: Form::Plain,
    errors: Errors::Envelope,
    update: "put",
    slash: false,
    extras: &[Extra::Existing],
};
