//! On Linux the program is linked for a fixed address: `docs/decisions/0007-a-fixed-address.md` says what it saves and what it costs.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |what: &str, wanted: &str| var(format!("CARGO_CFG_TARGET_{what}")).is_ok_and(|found| found == wanted);
    let is_static = var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|features| features.contains("crt-static"));
    if is("OS", "linux") && is("ENV", "gnu") && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
