//! The server in this process, spoken to over pipes: every byte passes the real transport.
//!
//! Tests wait for answers, never for time. [`client::PATIENCE`] only turns a server that hangs into a
//! failure.

mod bad_input;
mod binary;
mod churn;
mod client;
mod diagnostics;
mod edits;
mod features;
mod hints;
mod hostile_workspace;
mod lifecycle;
mod lost_edits;
mod positions;
mod random;
mod run_elsewhere;
mod run_lens;
mod stale;
mod stress;
mod typing;
