//! Foreign files, read and written: values in, values out, no SQL.

pub mod registrations;
