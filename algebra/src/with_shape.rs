//! The same function under another shape: `with_shape`, `unflatten` in CuTe's `layout.hpp`, and modes in the order of
//! their strides.

use crate::stride::Stride;
use crate::{Error, ErrorKind, IntTuple, Layout, composition, flatten};

/// The layout read with the 1-D coordinates of another shape: its composition with the compact layout of that shape.
///
/// # Errors
/// Those of [`composition()`], and of [`Layout::new`] for the shape.
///
/// ```
/// use layout_algebra::{Layout, with_shape};
///
/// let layout: Layout = "(4,(3,2)):(2,(8,1))".parse()?;
/// assert_eq!(with_shape(&layout, &"(2,2,6)".parse()?)?.to_string(), "(2,2,(3,2)):(2,4,(8,1))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn with_shape<D: Stride>(layout: &Layout<D>, shape: &IntTuple) -> Result<Layout<D>, Error> {
    let compact = Layout::compact(shape.clone());
    let shaped = compact.and_then(|compact| composition(layout, &compact));
    shaped.map_err(|error| error.of_operation("with_shape"))
}

/// The modes of a flat layout nested as `profile`: what [`flatten()`] undoes.
///
/// # Errors
/// [`ErrorKind::ProfileMismatch`] when the profile does not have one integer for each mode of the layout.
///
/// ```
/// use layout_algebra::{Layout, unflatten};
///
/// let layout: Layout = "(4,3,2):(2,8,1)".parse()?;
/// assert_eq!(unflatten(&layout, &"(0,(0,0))".parse()?)?.to_string(), "(4,(3,2)):(2,(8,1))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn unflatten<D: Stride>(layout: &Layout<D>, profile: &IntTuple) -> Result<Layout<D>, Error> {
    const OPERATION: &str = "unflatten";
    profile.check_limits(OPERATION)?;
    let (modes, places) = (layout.modes(), profile.leaves().len());
    if modes.len() != places {
        let kind = ErrorKind::ProfileMismatch {
            left: crate::error::shortened(layout),
            right: crate::error::shortened(profile),
            difference: format!("{} modes for {places} integers", modes.len()),
        };
        return Err(Error::new(OPERATION, kind).at(crate::ModePath::default()));
    }
    nested(profile, &mut modes.into_iter())
}

fn nested<D: Stride>(
    profile: &IntTuple,
    modes: &mut impl Iterator<Item = Layout<D>>,
) -> Result<Layout<D>, Error> {
    match profile {
        IntTuple::Int(_) => modes.next().ok_or_else(|| Error::overflow("unflatten")),
        IntTuple::Tuple(parts) => {
            Layout::from_modes(parts.iter().map(|part| nested(part, modes)).collect::<Result<Vec<_>, _>>()?)
        }
    }
}

/// The flat layout with its modes in the order of their strides; the same offsets in another order.
///
/// Modes of equal stride are ordered by size. A layout of one mode stays as it is.
///
/// ```
/// use layout_algebra::{Layout, sort};
///
/// let layout: Layout = "(4,(3,2)):(2,(8,1))".parse()?;
/// assert_eq!(sort(&layout).to_string(), "(2,4,3):(1,2,8)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn sort(layout: &Layout) -> Layout {
    if layout.rank() < 2 {
        return layout.clone();
    }
    let mut modes = flatten(layout).flat_modes();
    modes.sort_by_key(|&(size, stride)| (stride, size));
    Layout::from_flat_tuple(modes)
}

#[cfg(test)]
mod laws {
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::{either_layout, offsets, permuted_layout, shape};
    use crate::proof;

    proptest! {
        #[test]
        fn a_shape_of_the_same_size_keeps_the_function(layout in either_layout(), shape in shape()) {
            let compact = Layout::compact(shape.clone()).unwrap();
            let (Ok(shaped), Ok(answer)) = (with_shape(&layout, &shape), proof::composition(&layout, &compact)) else {
                return Ok(());
            };
            if compact.size() == layout.size() && answer.verdict == proof::Verdict::Proved {
                prop_assert_eq!(offsets(&shaped), offsets(&layout));
            }
        }

        #[test]
        fn unflatten_undoes_flatten(layout in either_layout()) {
            prop_assert_eq!(unflatten(&flatten(&layout), &layout.shape()).unwrap(), layout);
        }

        #[test]
        fn sorted_modes_hold_the_same_offsets(layout in permuted_layout()) {
            let sorted = sort(&layout);
            let mut all = offsets(&layout);
            all.sort_unstable();
            prop_assert!(layout.rank() < 2 || offsets(&sorted) == all);
        }
    }

    #[test]
    fn a_profile_with_another_number_of_integers_is_refused() {
        let layout: Layout = "(4,3,2):(2,8,1)".parse().unwrap();
        assert_eq!(unflatten(&layout, &"(0,0)".parse().unwrap()).unwrap_err().why(), "rank");
    }
}
