//! Layouts, tuples, integers and tensors of CuTe in host code: each expected value is what a compiled program prints.

mod fixture;
mod integers;
mod layouts;
mod refusals;
mod run_time_names;
mod tensors;
mod tuples;
mod types;
