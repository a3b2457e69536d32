#!/usr/bin/env run-cargo-script
#![allow(unused)]
impl server::Health for Api {}