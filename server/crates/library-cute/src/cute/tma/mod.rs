//! TMA: its copies, coordinates and partitions.

mod make;
mod partition;

use layoutlens_host_value::{
    call::{LibraryFunction, PlainFunction},
    value::HostValue,
};
use layoutlens_operation::Hardware;

use crate::{
    cute::{
        hardware::{hardware, thread_slice},
        thread_part,
    },
    family::{Family, find, names},
};

pub use make::{of_block, plain, swizzle_of};

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(FUNCTIONS, name),
    function_names: || names(FUNCTIONS).collect(),
    method,
    member: make::member,
    ..Family::NONE
};

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("make_tma_atom", make::atom),
    ("make_tma_atom_A_sm100", make::atom_of_mma),
    ("make_tma_atom_B_sm100", make::atom_of_mma),
    ("make_tma_copy_A_sm100", make::copy_of_mma),
    ("make_tma_copy_B_sm100", make::copy_of_mma),
    ("make_tma_copy_C_sm100", make::copy_of_mma),
    ("make_tma_copy", make::copy),
    ("make_tma_copy_A_sm90", make::copy_of_operand),
    ("make_tma_copy_B_sm90", make::copy_of_operand),
    ("make_tma_copy_C_sm90", make::copy_of_operand),
    ("tma_partition", partition::tma_partition),
];

/// Methods of a TMA copy; a thread block's slice of a tiled one has them, too.
const OF_TMA: &[(&str, PlainFunction)] =
    &[("get_tma_tensor", partition::get_tma_tensor), ("with", make::with)];

/// Methods of a tiled TMA copy.
const OF_TILED: &[(&str, PlainFunction)] =
    &[("get_slice", thread_part::get_slice), ("get_thread_slice", thread_part::get_slice)];

/// Methods of what one thread block of a multicast sees.
const OF_BLOCK: &[(&str, PlainFunction)] =
    &[("partition_S", thread_part::partition), ("partition_D", thread_part::partition)];

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    match hardware(receiver)? {
        Hardware::TmaAtom(_) => find(OF_TMA, name),
        Hardware::TmaCopy { .. } => thread_slice(receiver)
            .and_then(|_| find(OF_BLOCK, name))
            .or_else(|| find(OF_TMA, name))
            .or_else(|| find(OF_TILED, name)),
        _ => None,
    }
}
