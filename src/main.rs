//! The `bughouse` program: everything is in the library's `cli`.

use std::process::ExitCode;

/// Setting a sheet makes a great many small allocations, which cost an eighth less here. SQLite's go here too: it works in a thread of its
/// own, and the system's allocator asks the kernel again for every few pages that such a thread needs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    bughouse::cli::main()
}
