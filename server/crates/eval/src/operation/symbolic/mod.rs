//! Operations on layouts with run-time integers: sizes and strides that are names.

mod compute;
mod operand;

pub(crate) use compute::{apply, run};
pub(crate) use operand::{
    divisors, equal, has_names, inform, layout_of, mapped, names, tiler_of, without_fact,
};
