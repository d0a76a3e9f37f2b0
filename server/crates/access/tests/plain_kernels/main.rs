//! What accesses of plain CUDA kernels are found to be, and what they cost.

mod cases;
mod guarded;
mod headers;
mod instances;
mod kept;
mod kernels;
mod law;
mod law_of_run_time;
mod mends;
mod parts;
mod spelled;
mod staged;
mod widened;
