//! A service without credentials. Lists are bare arrays with `Link`, and IDs are integers.

use serde_json::{Value, json};

use crate::fault::Fault;
use crate::server::{Call, Reply, Service};
use crate::store::Store;
use crate::trial::{Case, Trial};

const DESCRIPTION: &str = include_str!("openapi.yaml");

/// The prefix of all paths.
const PREFIX: &str = "/v1";

pub(crate) const TRIAL: Trial = Trial {
    name: "library",
    description: DESCRIPTION,
    prefix: PREFIX,
    credentials: None,
    service: &|fault| Box::new(Library::new(fault)),
    creations: &["addBook", "lend"],
    beyond: &[],
    gaps: &[],
    cases: &[
        Case(Fault::LostItem, "pages-complete"),
        Case(Fault::RepeatedItem, "pages-complete"),
        Case(Fault::DanglingNext, "next-page-valid"),
        Case(Fault::LimitOffByOne, "limit-honoured"),
        Case(Fault::NotListed, "created-listed"),
        Case(Fault::StallsOnMalformed, "complete-answer"),
        Case(Fault::DiesOfDepth, "complete-answer"),
        Case(Fault::DiesOfQuery, "complete-answer"),
        Case(Fault::EchoDiffers, "creation-echoed"),
        Case(Fault::UpdateUnseen, "change-seen"),
        Case(Fault::DeletedStays, "deleted-gone"),
        Case(Fault::NoAllow, "allow-with-405"),
        Case(Fault::HeadDiffers, "head-like-get"),
        // `default` declares every status, with a body that differs from this one.
        Case(Fault::UndeclaredStatus, "body-valid"),
        Case(Fault::WrongMediaType, "media-type-declared"),
        Case(Fault::BrokenSchema, "body-valid"),
        Case(Fault::IntegerOutOfRange, "body-valid"),
        Case(Fault::RareCrash, "no-server-error"),
        Case(Fault::Unchecked, "violation-refused"),
        Case(Fault::WordForNumber, "violation-refused"),
        Case(Fault::WordForBoolean, "violation-refused"),
    ],
};

struct Library {
    books: Store,
    loans: Store,
    next: u64,
    fault: Option<Fault>,
}

impl Library {
    fn new(fault: Option<Fault>) -> Self {
        let book =
            |id: u64| json!({ "id": id, "title": format!("Volume {id}"), "pages": 100 + id });
        let loan = |id: u64| json!({ "id": id, "bookId": id, "reader": "Ada" });
        Self {
            books: Store::new("id", (1..=7).map(book).collect(), fault),
            loans: Store::new("id", (1..=3).map(loan).collect(), fault),
            next: 100,
            fault,
        }
    }

    fn page(&self, call: &Call<'_>, store: &Store) -> Reply {
        let page = call.number("page").unwrap_or(1);
        let size = call.number("per_page").unwrap_or(20);
        let (rows, next) = store.page(|_| true, (page - 1) * size, size);
        let reply = Reply::json(200, &Value::from(rows));
        let target = match self.fault {
            Some(Fault::DanglingNext) => format!("{PREFIX}{}?page=0&per_page={size}", call.path),
            _ => format!("{PREFIX}{}?page={}&per_page={size}", call.path, page + 1),
        };
        match next {
            Some(_) => reply.with(
                "link",
                format!(
                    "<{PREFIX}{}?page=1&per_page={size}>; rel=\"first\", <{target}>; rel=\"next\"",
                    call.path
                ),
            ),
            None => reply,
        }
    }

    fn book(&self, book: Option<Value>) -> Reply {
        let Some(mut book) = book else {
            return self.error(404, "there is no such book");
        };
        match self.fault {
            Some(Fault::BrokenSchema) => {
                book.as_object_mut().map(|members| members.remove("title"));
            }
            Some(Fault::IntegerOutOfRange) => book["pages"] = json!(20_001),
            _ => {}
        }
        Reply::json(200, &book)
    }

    fn add(&mut self, mut book: Value) -> Reply {
        if self.fault == Some(Fault::RareCrash)
            && book["shelf"].is_string()
            && book["subtitle"].is_string()
        {
            return self.error(500, "this was not thought of");
        }
        self.next += 1;
        book["id"] = json!(self.next);
        let book = self.books.insert(strip_unknown(book), "title");
        self.book(Some(book))
    }

    fn lend(&mut self, mut loan: Value) -> Reply {
        if self
            .books
            .find(&loan["bookId"].to_string(), |_| true)
            .is_none()
        {
            return self.error(409, "there is no such book");
        }
        self.next += 1;
        loan["id"] = json!(self.next);
        let loan = json!({ "id": loan["id"], "bookId": loan["bookId"], "reader": loan["reader"] });
        Reply::json(200, &self.loans.insert(loan, "reader"))
    }
}

/// Removes the properties that books do not have.
fn strip_unknown(mut book: Value) -> Value {
    if let Some(members) = book.as_object_mut() {
        members.retain(|name, _| {
            ["id", "title", "pages", "shelf", "subtitle"].contains(&name.as_str())
        });
    }
    book
}

impl Service for Library {
    fn error(&self, status: u16, why: &str) -> Reply {
        Reply::json(
            status,
            &json!({ "error": { "code": status, "message": why } }),
        )
    }

    fn answer(&mut self, call: &Call<'_>) -> Reply {
        let id = call.text("bookId");
        match call.operation {
            "listBooks" => match serde_json::from_str::<Value>(&call.text("where")) {
                Err(_) if call.values.contains_key("where") => self.error(400, "that is no JSON"),
                _ => self.page(call, &self.books),
            },
            "addBook" => self.add(call.members()),
            "getBook" => match self.books.find(&id, |_| true) {
                Some(book) if self.fault == Some(Fault::Wrapped) => {
                    Reply::json(200, &json!({ "version": 1, "book": book }))
                }
                book => self.book(book.cloned()),
            },
            "replaceBook" => {
                let mut book = call.members();
                let changed = self.books.change(
                    &id,
                    |_| true,
                    |row| {
                        book["id"] = row["id"].clone();
                        *row = strip_unknown(book);
                    },
                );
                self.book(changed)
            }
            "removeBook" if self.books.remove(&id, |_| true) => Reply::empty(204),
            "removeBook" => self.book(None),
            "listLoans" => self.page(call, &self.loans),
            "lend" => self.lend(call.members()),
            _ => match self.loans.find(&call.text("loanId"), |_| true) {
                Some(loan) => Reply::json(200, loan),
                None => self.error(404, "there is no such loan"),
            },
        }
    }
}
