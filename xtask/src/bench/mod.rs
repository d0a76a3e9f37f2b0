//! What is measured, on the release binary, from outside.

mod editor;
mod latency;
mod percentile;
mod source;

pub(crate) use latency::latency;
