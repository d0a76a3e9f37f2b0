//! The server in this process, spoken to over pipes: every byte passes the real transport.
//!
//! Tests wait for answers, never for time. [`client::PATIENCE`] only turns a server that hangs into a
//! failure.

mod bad_input;
mod bench;
mod binary;
mod churn;
mod client;
mod code_actions;
mod diagnostics;
mod edits;
mod explain;
mod features;
mod features_page;
mod hints;
mod hostile_workspace;
mod lifecycle;
mod lost_edits;
mod names;
mod notebooks;
mod positions;
mod protocol_page;
mod random;
mod run_elsewhere;
mod run_lens;
mod settings;
mod settings_file;
mod stale;
mod statement_text;
mod stress;
mod typing;
