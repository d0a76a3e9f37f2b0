//! Methods that make what others are given: CUTLASS's kernels call `load_init(..)` of a collective, and `load(.., load_inputs)`
//! with what that gives (`cutlass/gemm/kernel/sm90_gemm_tma_warpspecialized.hpp`).

/// What names of parameters hold that are made beforehand.
const MADE_BEFORE: [&str; 2] = ["input", "operand"];

/// What such methods are called behind the name of the one that is given it.
const MAKES: &str = "_init";

/// The method that makes what `parameter` of `method` is.
pub(super) fn maker(method: &str, parameter: &str) -> Option<String> {
    let is_made = MADE_BEFORE.iter().any(|word| parameter.contains(word));
    is_made.then(|| format!("{method}{MAKES}"))
}
