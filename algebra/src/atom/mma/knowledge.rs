//! What is known to be wrong or surprising about an atom, with its source.

/// A remark on the atom of this name, for whoever reads its layouts.
///
/// Where CUTLASS ships a wrong layout, the table has the right one; the remark says what ships.
pub(super) fn knowledge(name: &str) -> Option<&'static str> {
    if name.starts_with("SM90_64x8x") {
        return Some(
            "the CuTe DSL gives this atom's C layout as ((4,8,4),(2,2)):((128,1,16),(64,8)), without the trailing mode \
             of size 1 that CuTe C++ has, so that ranks below differ between the two (NVIDIA/cutlass issue 3254)",
        );
    }
    if ["S4S4", "S4U4", "U4S4", "U4U4"]
        .iter()
        .any(|types| name.starts_with(&format!("SM80_16x8x32_S32{types}S32")))
    {
        return Some(
            "CUTLASS 4.2 and its neighbours have a wrong B layout here, ((4,8),(8)):((32,1),(8)), which names some \
             elements twice and others never; this is the layout of the fix (NVIDIA/cutlass pull request 3140)",
        );
    }
    if name.starts_with("SM80_16x8x128_S32U1U1S32") {
        return Some(
            "CUTLASS 4.2 and 4.5 write this atom's A layout with a stride that is not congruent to its shape, \
             ((4,8),(32,2)):((512,1),((16,8))), so that what uses A does not compile; this is the layout of the PTX \
             instruction (mma_traits_sm80.hpp)",
        );
    }
    None
}
