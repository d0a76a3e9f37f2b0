//! CuTe C++: what its names mean.

mod algorithm;
pub(in crate::host) mod copy;
mod cutlass;
mod element;
pub(in crate::host) mod hardware;
mod integer;
mod layout;
pub(in crate::host) mod mma;
mod operand;
mod operate;
mod place;
mod smem;
mod spelling;
mod tag;
pub(in crate::host) mod template;
pub(in crate::host) mod tensor;
pub(in crate::host) mod thread_part;
pub(in crate::host) mod tma;
mod tmem;
mod tuple;
mod type_trait;

use super::family::Family;
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
];
