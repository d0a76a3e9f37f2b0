//! Upcast, downcast, recast of run-time layouts (`layout.hpp`).

use super::layout::Mode;
use super::{Integer, SymbolicLayout};
use crate::error::shortened;
use crate::recast_factors::{check_factor, recast_factors};
use crate::{Error, ErrorKind, ModePath, Nearest, checked};

/// The layout of elements that are each `factor` old ones: strides are divided, or sizes where static strides are
/// smaller. A run-time stride is divided without a check.
///
/// # Errors
/// [`ErrorKind::UpcastDivisibility`] of a static stride, [`ErrorKind::UnsupportedStride`] of a static coordinate
/// stride, [`ErrorKind::BadFactor`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, upcast};
///
/// let layout: SymbolicLayout = "(M,K):(1,lda)".parse()?;
/// assert_eq!(upcast(&layout, 8)?.to_string(), "(ceil_div(M,8),K):(1,lda/8)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn upcast(layout: &SymbolicLayout, factor: i64) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "upcast";
    check_factor(OPERATION, factor)?;
    let modes = layout.tuple().try_map(&mut |mode| upcast_mode(mode, factor));
    SymbolicLayout::of(modes.map_err(|error| error.of_operation(OPERATION))?)
}

fn upcast_mode(mode: &Mode, factor: i64) -> Result<Mode, Error> {
    const OPERATION: &str = "upcast";
    let number = Integer::Static(factor);
    let Integer::Static(stride) = mode.stride.value else {
        return Ok(Mode { size: mode.size.clone(), stride: mode.stride.quotient(&number)? });
    };
    if mode.stride.is_basis() {
        let kind = ErrorKind::UnsupportedStride {
            stride: mode.stride.to_string(),
            reason: "CuTe does not upcast static coordinate strides",
        };
        return Err(Error::new(OPERATION, kind));
    }
    if stride == 0 {
        return Ok(mode.clone());
    }
    if stride % factor != 0 && factor % stride != 0 {
        let nearest = Nearest::around(stride, |stride| stride % factor == 0 || factor % stride == 0);
        let mode = ModePath::default();
        return Err(Error::new(OPERATION, ErrorKind::UpcastDivisibility { stride, factor, nearest }).at(mode));
    }
    let distance = checked::abs(OPERATION, stride)?;
    let merged = Integer::Static(checked::ceil_div_positive(factor, distance));
    let stride = checked::ceil_div_positive(distance, factor) * stride.signum();
    Ok(Mode::new(mode.size.ceil_quotient(&merged)?, stride))
}

/// The layout of elements that are each a `factor`-th of an old one: the mode of static stride 1 grows, other strides
/// are multiplied.
///
/// # Errors
/// [`ErrorKind::DowncastNoUnitStride`] when no mode has a static stride of 1, [`ErrorKind::BadFactor`],
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::symbolic::{SymbolicLayout, downcast};
///
/// let layout: SymbolicLayout = "(M,K):(1,lda)".parse()?;
/// assert_eq!(downcast(&layout, 8)?.to_string(), "(8*M,K):(1,8*lda)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn downcast(layout: &SymbolicLayout, factor: i64) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "downcast";
    check_factor(OPERATION, factor)?;
    if !layout.tuple().leaves().iter().any(|mode| mode.stride.is_constant(1)) {
        let kind = ErrorKind::DowncastNoUnitStride { layout: shortened(layout), factor };
        return Err(Error::new(OPERATION, kind));
    }
    let number = Integer::Static(factor);
    let modes = layout.tuple().try_map(&mut |mode| {
        let (size, stride) = (&mode.size, &mode.stride);
        Ok(match stride.is_constant(1) || stride.is_constant(-1) {
            true => Mode { size: size.times(&number)?, stride: stride.clone() },
            false => Mode { size: size.clone(), stride: stride.times(&number)? },
        })
    });
    SymbolicLayout::of(modes.map_err(|error: Error| error.of_operation(OPERATION))?)
}

/// The layout of the same bits as elements of `new_bits` instead of `old_bits`.
///
/// # Errors
/// Those of [`upcast`] and [`downcast`]; [`ErrorKind::BadFactor`] when a width is not at least 1.
pub fn recast(layout: &SymbolicLayout, old_bits: i64, new_bits: i64) -> Result<SymbolicLayout, Error> {
    const OPERATION: &str = "recast";
    let (up, down) = recast_factors(old_bits, new_bits)?;
    let upcasted = if up == 1 { Ok(layout.clone()) } else { upcast(layout, up) };
    let recasted = upcasted.and_then(|layout| if down == 1 { Ok(layout) } else { downcast(&layout, down) });
    recasted.map_err(|error| error.of_operation(OPERATION))
}
