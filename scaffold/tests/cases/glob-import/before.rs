use axum::*;
use server::*;

impl Health for Api {}
