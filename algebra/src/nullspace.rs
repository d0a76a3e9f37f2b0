//! The nullspace of a layout: the coordinates that add nothing (`nullspace` in CuTe's `layout.hpp`).

use crate::Layout;
use crate::layout::FlatModes;
use crate::stride::Stride;

/// The layout of the 1-D coordinates that go to offset 0 because of stride-0 modes; `1:0` when there are none.
///
/// ```
/// use layout_algebra::{Layout, nullspace};
///
/// let layout: Layout = "(4,8):(0,1)".parse()?;
/// assert_eq!(nullspace(&layout).to_string(), "4:1");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn nullspace<D: Stride>(layout: &Layout<D>) -> Layout {
    let mut before = 1;
    let mut modes: FlatModes<i64> = FlatModes::new();
    for &(size, ref stride) in layout.leaves() {
        if stride.is_zero() {
            // As in every compact stride, size 1 goes with stride 0.
            modes.push((size, if size == 1 { 0 } else { before }));
        }
        before *= size;
    }
    Layout::from_flat(modes)
}
