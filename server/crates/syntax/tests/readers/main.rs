//! How files, statements and programs are read.

mod broken_cuda_program;
mod cuda_program;
mod dump;
mod expression;
mod file;
mod grammar;
mod layout_comment;
mod python_program;
mod revision;
mod rust_program;
mod statement;
mod value_comment;
