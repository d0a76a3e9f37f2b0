//! Questions to values, which need no run.

pub(crate) mod block;
pub(crate) mod class_of;
pub(crate) mod dictionary;
pub(crate) mod function;
pub(crate) mod nameless;
pub(crate) mod only_name;
pub(crate) mod overloads;
pub(crate) mod plain;
pub(crate) mod run_time;
pub(crate) mod sequence;
pub(crate) mod static_number;
pub(crate) mod unknown;
