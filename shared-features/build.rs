//! There must be a build script for build dependencies to count.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
