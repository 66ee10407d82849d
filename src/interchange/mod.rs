//! Foreign files, read and written: nothing here opens one, it turns text into values and back.

pub mod trf;
