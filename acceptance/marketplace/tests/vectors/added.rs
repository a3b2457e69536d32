//! What a client adds to every request, or one call to its own.

use std::collections::BTreeMap;

use client::{ClientBuilder, RequestOptions};
use serde::Deserialize;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Added {
    headers: BTreeMap<String, String>,
    query: BTreeMap<String, String>,
}

impl Added {
    /// Adds these as defaults of a client.
    pub fn to(&self, builder: ClientBuilder) -> ClientBuilder {
        let headers = self.headers.iter();
        let builder = headers.fold(builder, |builder, (name, value)| {
            builder.default_header(name, value)
        });
        let query = self.query.iter();
        query.fold(builder, |builder, (name, value)| {
            builder.default_query(name, value)
        })
    }

    /// Returns options of a call that add these.
    pub fn options(&self) -> RequestOptions {
        let options = RequestOptions::new();
        let options = self.headers.iter().fold(options, |options, (name, value)| {
            options.header(name, value)
        });
        let query = self.query.iter();
        query.fold(options, |options, (name, value)| options.query(name, value))
    }
}
