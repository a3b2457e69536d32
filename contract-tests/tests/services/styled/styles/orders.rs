//! Tokens of two tenants, cursors, notes below an order, `Idempotency-Key`.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "orders",
    prefix: "/api",
    things: "orders",
    variable: "orderId",
    ids: Ids::Integer,
    auth: Auth::Bearer,
    paging: Paging::Cursor,
    form: Form::Items,
    errors: Errors::Problem,
    update: "patch",
    slash: false,
    extras: &[Extra::Notes, Extra::Once],
};
