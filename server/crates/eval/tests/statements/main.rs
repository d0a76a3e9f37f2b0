//! What statements, comments and their expressions give.

mod analysis;
mod comments;
mod copies;
mod expressions;
mod mma;
mod notation;
mod operation_names;
mod run_time_sizes;
mod steps;
mod strides_and_functions;
