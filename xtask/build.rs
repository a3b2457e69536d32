//! Links `cargo xtask` at a fixed address.
//!
//! To relocate its 25,000 pointers takes longer, at each start, than to read a small description.
//! What is given up is the random address of the program's own code, which is safe Rust; its heap,
//! its stack and the libraries keep theirs.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
