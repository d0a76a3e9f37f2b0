//! Accesses of plain CUDA kernels to memory, with what they cost.

use layoutlens_access::Access;

/// The accesses of the kernels of a text in CUDA C++, in its order.
pub fn accesses_of(text: &str) -> Vec<Access> {
    layoutlens_access::accesses(text)
}
