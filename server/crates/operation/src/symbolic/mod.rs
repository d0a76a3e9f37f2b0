//! Run-time integers in operands: values that hold names.

mod apply;
mod nameless;
mod operands;
mod value;
mod without_numbers;

pub(super) use apply::apply;
pub use nameless::in_words;
pub use operands::not_right;
pub(super) use operands::{Computed, OnNames, Operands, integer, judged, judged_part, tuple};
pub use value::{
    divisors, equal, has_anonymous_names, has_names, inform, layout_of, mapped, names, tiler_of, without_fact,
};
pub(super) use without_numbers::without_numbers;
