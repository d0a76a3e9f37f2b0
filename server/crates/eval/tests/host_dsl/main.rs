//! The CuTe DSL, where a file of `tests/host/` does not say it: several files, tables of small programs with what they leave.

mod callers;
mod fixture;
mod hidden_methods;
mod hidden_writes;
mod imports;
mod iteration;
mod modules;
mod order;
