//! The steps of composition.

use super::{Step, explained};
use crate::{Error, Layout, Stride, Tiler};

/// The steps of [`composition`](crate::composition()).
///
/// # Errors
/// Those of the operation.
pub fn composition<D: Stride, E: Stride>(a: &Layout<D>, b: &Layout<E>) -> Result<Vec<Step>, Error> {
    explained("composition", |steps| crate::composition::composition_traced(a, b, steps))
}

/// The steps of [`composition_tiler`](crate::composition_tiler).
///
/// # Errors
/// Those of the operation.
pub fn composition_tiler<D: Stride, E: Stride>(a: &Layout<D>, tiler: &Tiler<E>) -> Result<Vec<Step>, Error> {
    explained("composition", |steps| crate::composition::composition_tiler_traced(a, tiler, steps))
}
