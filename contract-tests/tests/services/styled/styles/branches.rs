//! Tokens of two tenants, with the tenant in a header field of every request.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "branches",
    prefix: "/erp/v3",
    things: "branches",
    variable: "branchId",
    ids: Ids::Text,
    auth: Auth::Tenant,
    paging: Paging::Offset,
    form: Form::Items,
    errors: Errors::Problem,
    update: "patch",
    slash: false,
    extras: &[Extra::Notes],
};
