//! What is measured: the release binary from outside, and the algebra beside other implementations.

mod algebra;
mod hints;
mod latency;
mod page;
mod percentile;
mod render;
mod source;
mod typing;

pub(crate) use algebra::algebra;
pub(crate) use hints::hints;
pub(crate) use latency::latency;
pub(crate) use page::page;
pub(crate) use render::render;
