//! Flatten: the same modes without nesting (`flatten` in CuTe's `layout.hpp`).

use crate::Layout;
use crate::stride::Stride;

/// The layout with all its modes side by side; an integer shape stays one.
///
/// ```
/// use layout_algebra::{Layout, flatten};
///
/// let layout: Layout = "(4,(3,2)):(2,(8,1))".parse()?;
/// assert_eq!(flatten(&layout).to_string(), "(4,3,2):(2,8,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn flatten<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    match layout.is_tuple() {
        false => layout.clone(),
        true => Layout::from_flat_tuple(layout.leaves().iter().cloned().collect()),
    }
}
