//! Copy atoms and tiled copies.

mod atom;
mod tiled;

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

pub(super) use atom::member;

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| find(FUNCTIONS, name),
    function_names: || names(FUNCTIONS).collect(),
    method,
    member,
    named: atom::named,
    specialized: atom::specialized,
    construct: atom::construct,
    ..Family::NONE
};

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("make_tiled_copy", tiled::make),
    ("make_tiled_copy_A", tiled::make),
    ("make_tiled_copy_B", tiled::make),
    ("make_tiled_copy_C", tiled::make),
    ("make_tiled_copy_S", tiled::make),
    ("make_tiled_copy_D", tiled::make),
    ("make_tiled_copy_C_atom", tiled::make),
    ("make_cotiled_copy", tiled::make),
    ("make_tiled_copy_impl", tiled::make_impl),
];

/// Methods of a tiled copy, which a thread's slice has, too.
const OF_TILED: &[(&str, PlainFunction)] = &[
    ("get_slice", thread_part::get_slice),
    ("get_thread_slice", thread_part::get_slice),
    ("get_layoutS_TV", tiled::layout_tv),
    ("get_layoutD_TV", tiled::layout_tv),
    ("tidfrg_S", tiled::tidfrg),
    ("tidfrg_D", tiled::tidfrg),
    ("retile", tiled::retile),
    ("with", tiled::with),
];

/// Methods of what one thread sees.
const OF_THREAD: &[(&str, PlainFunction)] = &[
    ("partition_S", thread_part::partition),
    ("partition_D", thread_part::partition),
    ("retile_S", tiled::retile),
    ("retile_D", tiled::retile),
];

fn method(receiver: &HostValue, name: &str) -> Option<LibraryFunction> {
    match hardware(receiver)? {
        Hardware::TiledCopy(_) => {
            let of_thread = thread_slice(receiver).and_then(|_| find(OF_THREAD, name));
            of_thread.or_else(|| find(OF_TILED, name))
        }
        Hardware::CopyAtom(_) if name == "with" => find(OF_TILED, name),
        _ => None,
    }
}
