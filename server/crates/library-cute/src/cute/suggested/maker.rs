//! Methods that make what others are given: CUTLASS's kernels call `load_init(..)` of a collective, and `load(.., load_inputs)`
//! with what that gives (`cutlass/gemm/kernel/sm90_gemm_tma_warpspecialized.hpp`).

/// What names of parameters hold that are made beforehand.
const MADE_BEFORE: [&str; 2] = ["input", "operand"];

/// What such methods are called behind the name of the one that is given it.
const MAKES: &str = "_init";

/// The methods one of which makes what `parameter` of `method` is: `load_init` of `load`, `load_init_tma` of `load_tma`.
pub(super) fn maker(method: &str, parameter: &str) -> Vec<String> {
    if !MADE_BEFORE.iter().any(|word| parameter.contains(word)) {
        return Vec::new();
    }
    let behind = format!("{method}{MAKES}");
    let inside = method.split_once('_').map(|(does, how)| format!("{does}{MAKES}_{how}"));
    std::iter::once(behind).chain(inside).collect()
}
