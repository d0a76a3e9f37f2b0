//! CuTe C++: what its names mean.

pub mod algorithm;
mod array;
mod builder_choice;
mod called;
mod collective_builder;
mod contiguous_mode;
pub(crate) mod copy;
mod cutlass;
mod element;
mod epilogue;
pub mod hardware;
pub mod integer;
mod layout;
mod major;
mod mixed_input;
pub mod mma;
mod operand;
mod operate;
mod packed_stride;
mod place;
mod policy;
mod scale_config;
mod schedule_names;
mod smem;
mod spelling;
pub mod suggested;
mod tag;
pub mod template;
pub mod tensor;
pub mod thread_part;
pub mod tma;
pub mod tmem;
mod transform_layout;
mod tuple;
mod type_trait;

use crate::family::Family;

pub use integer::computes_number;
pub use tuple::{is_of_run_time, makes_tuple, repeats_number, type_of_run_time};
pub use type_trait::{gives_type, is_same};

/// CuTe's names, without `cute::`.
pub const FAMILIES: &[Family] = &[
    integer::FAMILY,
    integer::sequence::FAMILY,
    element::FAMILY,
    array::FAMILY,
    type_trait::FAMILY,
    transform_layout::FAMILY,
    tuple::FAMILY,
    layout::FAMILY,
    tensor::FAMILY,
    mma::FAMILY,
    copy::FAMILY,
    smem::FAMILY,
    tma::FAMILY,
    tmem::FAMILY,
    algorithm::FAMILY,
    place::FAMILY,
    cutlass::FAMILY,
    major::FAMILY,
    mixed_input::FAMILY,
    policy::FAMILY,
    collective_builder::FAMILY,
    epilogue::FAMILY,
    packed_stride::FAMILY,
    builder_choice::FAMILY,
    scale_config::FAMILY,
];
