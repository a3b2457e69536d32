//! Lines, and their total.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "invoices",
    prefix: "/billing",
    things: "invoices",
    variable: "invoiceId",
    ids: Ids::Integer,
    auth: Auth::Basic,
    paging: Paging::Offset,
    form: Form::Items,
    errors: Errors::Envelope,
    update: "patch",
    slash: false,
    extras: &[Extra::Totals, Extra::Soft],
};
