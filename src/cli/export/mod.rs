//! `bughouse export`: a section or the whole tournament for other programs.

pub mod command;
mod csv;
