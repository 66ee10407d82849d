//! The `bughouse` program: everything is in the library's `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bughouse::cli::main()
}
