//! The binary's two front doors, as a library so that tests can open them in their own process.
//!
//! [`lsp`] serves an editor over the Language Server Protocol, [`cli`] a terminal. Both doors lead to the same functions of
//! `layoutlens-ide`: what an editor shows and what a terminal prints cannot differ.
#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod bench;
pub mod cli;
mod compiler_message;
pub mod lsp;
mod run_request;
mod settings;
mod sources;
mod walk;
