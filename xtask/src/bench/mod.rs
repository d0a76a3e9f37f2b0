//! What is measured: the release binary from outside, and the algebra beside other implementations.

mod algebra;
mod editor;
mod latency;
mod percentile;
mod source;

pub(crate) use algebra::algebra;
pub(crate) use latency::latency;
