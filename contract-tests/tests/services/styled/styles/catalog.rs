//! HAL behind HTTP Basic; an operation is deprecated; a creation with the name of an existing
//! item returns that item.

use super::super::style::{Auth, Errors, Extra, Form, Ids, Paging, Style};

pub(super) const STYLE: Style = Style {
    name: "catalog",
    prefix: "/rest",
    things: "products",
    variable: "productId",
    ids: Ids::Integer,
    auth: Auth::Basic,
    paging: Paging::Links,
    form: Form::Hal,
    errors: Errors::Problem,
    update: "put",
    slash: false,
    extras: &[Extra::Deprecated, Extra::Existing],
};
