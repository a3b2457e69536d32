//! A token endpoint among the operations, which issues tokens to clients.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "parcels",
    prefix: "/api/v1",
    things: "parcels",
    variable: "parcelId",
    ids: Ids::Integer,
    auth: Auth::Issued,
    paging: Paging::Link,
    form: Form::Plain,
    errors: Errors::Envelope,
    update: "patch",
    slash: false,
    extras: &[Extra::Soft],
};
