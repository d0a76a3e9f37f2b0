//! Where runs begin: the functions that nothing calls, headers in their programs, the ways through conditional compilation.

pub(crate) mod callers;
pub(crate) mod configuration;
mod instantiated;
mod kept_root;
mod objects;
pub(crate) mod roots;
pub(crate) mod side_by_side;
pub(crate) mod taken;
pub(crate) mod thread;
pub(crate) mod told_macros;
pub(crate) mod unit;
