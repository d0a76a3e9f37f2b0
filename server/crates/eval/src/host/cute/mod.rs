//! CuTe C++: what its names mean.

mod copy;
mod element;
mod hardware;
mod integer;
mod layout;
mod mma;
mod smem;
mod spelling;
mod tensor;
mod thread_part;
mod tma;
mod tmem;
mod tuple;

use super::family::{Families, Family};

/// CuTe's names, without `cute::`.
pub(crate) static CUTE: Families = Families(FAMILIES);

const FAMILIES: &[Family] = &[
    integer::FAMILY,
    element::FAMILY,
    tuple::FAMILY,
    layout::FAMILY,
    tensor::FAMILY,
    mma::FAMILY,
    copy::FAMILY,
    smem::FAMILY,
    tma::FAMILY,
    tmem::FAMILY,
];
