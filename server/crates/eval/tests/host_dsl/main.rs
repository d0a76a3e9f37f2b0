//! What is known of layouts in Python code that uses the CuTe DSL. Values are what the DSL prints.

mod arguments;
mod atoms;
mod contradictions;
mod epilogue;
mod fixture;
mod hidden_methods;
mod hidden_writes;
mod kernels;
mod layouts;
mod modules;
mod operations;
mod order;
mod shapes;
mod shared_memory;
mod staged;
mod suppositions;
mod tensors;
mod tma;
