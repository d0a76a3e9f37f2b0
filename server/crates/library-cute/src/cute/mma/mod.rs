//! MMA atoms and tiled MMAs.

mod atom;
mod declared;
pub mod fragment;
mod scaled;
mod selector;
mod template;
mod tiled;

use layoutlens_host_value::{
    call::{AskingFunction, LibraryFunction, PlainFunction},
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

pub(super) use template::{arguments_of, is_made_from, sign, template_of};
pub(super) use tiled::made_by_cutlass;

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(FUNCTIONS, name).or_else(|| find(ASKING, name)),
    function_names: || names(FUNCTIONS).chain(names(ASKING)).collect(),
    method,
    member: atom::member,
    named: |name| sign(name).or_else(|| atom::named(name)).or_else(|| declared::named(name)),
    specialized: |name, arguments| {
        atom::specialized(name, arguments).or_else(|| declared::operand_type(name, arguments))
    },
    asking_template: declared::template,
    construct: atom::construct,
    ..Family::NONE
};

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("GMMA::ss_op_selector", selector::op_selector),
    ("GMMA::rs_op_selector", selector::op_selector),
    ("SM90::GMMA::ss_op_selector", selector::op_selector),
    ("SM90::GMMA::rs_op_selector", selector::op_selector),
    ("tile_size", tiled::tile_size),
    ("tile_shape", tiled::tile_shape),
    ("thr_size", tiled::thr_size),
    ("partition_shape_A", tiled::partition_shape),
    ("partition_shape_B", tiled::partition_shape),
    ("partition_shape_C", tiled::partition_shape),
    ("partition_fragment_C", fragment::accumulator_of_shape),
];

/// Functions that ask whoever runs the program.
const ASKING: &[(&str, AskingFunction)] = &[("make_tiled_mma", declared::make_tiled_mma)];

/// Methods of a tiled MMA, which a thread's slice has, too.
const OF_TILED: &[(&str, PlainFunction)] = &[
    ("get_slice", thread_part::get_slice),
    ("get_thread_slice", thread_part::get_slice),
    ("get_thr_layout_vmnk", tiled::thr_layout_vmnk),
    ("tile_size_mnk", tiled::tile_size_mnk),
    ("permutation_mnk", tiled::permutation_mnk),
    ("get_layoutA_TV", tiled::layout_tv),
    ("get_layoutB_TV", tiled::layout_tv),
    ("get_layoutC_TV", tiled::layout_tv),
    ("thrfrg_A", tiled::thrfrg),
    ("thrfrg_B", tiled::thrfrg),
    ("thrfrg_C", tiled::thrfrg),
    ("make_fragment_A", fragment::make_fragment),
    ("make_fragment_B", fragment::make_fragment),
    ("make_fragment_C", fragment::make_fragment),
    ("with", tiled::with),
];

/// Methods of what one thread sees.
const OF_THREAD: &[(&str, PlainFunction)] = &[
    ("partition_A", thread_part::partition),
    ("partition_B", thread_part::partition),
    ("partition_C", thread_part::partition),
    ("partition_fragment_A", fragment::partition_fragment),
    ("partition_fragment_B", fragment::partition_fragment),
    ("partition_fragment_C", fragment::partition_fragment),
];

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    match hardware(receiver)? {
        Hardware::TiledMma(_) => {
            let of_thread = thread_slice(receiver).and_then(|_| find(OF_THREAD, name));
            of_thread.or_else(|| find(OF_TILED, name))
        }
        Hardware::MmaAtom(_) if name == "with" || name.starts_with("make_fragment_") => find(OF_TILED, name),
        _ => None,
    }
}
