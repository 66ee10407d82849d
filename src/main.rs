//! The `bughouse` program: everything is in the library's `cli`.

use std::process::ExitCode;

/// Setting a sheet makes a great many small allocations, which cost an eighth less here.
#[cfg(feature = "pdf")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    bughouse::cli::main()
}
