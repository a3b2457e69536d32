//! Links `cargo xtask` at a fixed address.
//!
//! Relocating its 25,000 pointers at each start takes longer than reading a small description. The
//! cost is that the program's own code, which is safe Rust, has no random address; heap, stack and
//! libraries still do.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
