//! CuTe C++: what its names mean.

pub(crate) mod algorithm;
mod called;
mod collective_builder;
mod contiguous_mode;
pub(crate) mod copy;
mod cutlass;
mod element;
mod epilogue;
pub(crate) mod hardware;
mod integer;
mod layout;
mod major;
pub(crate) mod mma;
mod operand;
mod operate;
mod packed_stride;
mod place;
mod policy;
mod smem;
mod spelling;
pub(crate) mod suggested;
mod tag;
pub(crate) mod template;
pub(crate) mod tensor;
pub(crate) mod thread_part;
pub(crate) mod tma;
mod tmem;
mod tuple;
mod type_trait;

use crate::family::Family;

pub(crate) use tuple::{is_of_run_time, repeats_number};
pub(crate) use type_trait::is_same;

/// CuTe's names, without `cute::`.
pub(crate) const FAMILIES: &[Family] = &[
    integer::FAMILY,
    element::FAMILY,
    type_trait::FAMILY,
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
    policy::FAMILY,
    collective_builder::FAMILY,
    epilogue::FAMILY,
    packed_stride::FAMILY,
];
