//! Upcast, downcast, recast: the same bits as elements of another width (CuTe's `layout.hpp`).

use crate::error::shortened;
use crate::recast_factors::{check_factor, recast_factors};
use crate::{Error, ErrorKind, IntTuple, Layout, ModePath, Nearest, checked};

/// The layout of elements that are each `factor` old ones: strides are divided, or sizes where strides are smaller.
///
/// # Errors
/// [`ErrorKind::UpcastDivisibility`] when a stride neither divides the factor nor is a multiple of it;
/// [`ErrorKind::BadFactor`].
///
/// ```
/// use layout_algebra::{Layout, upcast};
///
/// let layout: Layout = "(8,4):(1,8)".parse()?;
/// assert_eq!(upcast(&layout, 4)?.to_string(), "(2,4):(1,2)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn upcast(layout: &Layout, factor: i64) -> Result<Layout, Error> {
    check_factor("upcast", factor)?;
    let (shape, stride) = upcast_modes(&layout.shape(), &layout.stride(), factor, &mut Vec::new())?;
    Layout::new(shape, stride)
}

fn upcast_modes(
    shape: &IntTuple,
    stride: &IntTuple,
    factor: i64,
    path: &mut Vec<usize>,
) -> Result<(IntTuple, IntTuple), Error> {
    const OPERATION: &str = "upcast";
    match (shape, stride) {
        (IntTuple::Tuple(shapes), IntTuple::Tuple(strides)) => {
            let modes = shapes.iter().zip(strides).enumerate().map(|(i, (shape, stride))| {
                path.push(i);
                let mode = upcast_modes(shape, stride, factor, path);
                path.pop();
                mode
            });
            let (shapes, strides) = modes.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
            Ok((IntTuple::Tuple(shapes), IntTuple::Tuple(strides)))
        }
        (IntTuple::Int(size), IntTuple::Int(stride)) if *stride != 0 => {
            if stride % factor != 0 && factor % stride != 0 {
                let nearest = Nearest::around(*stride, |stride| stride % factor == 0 || factor % stride == 0);
                let mode = ModePath(path.clone());
                let kind = ErrorKind::UpcastDivisibility { stride: *stride, factor, nearest };
                return Err(Error::new(OPERATION, kind).at(mode));
            }
            let distance = checked::abs(OPERATION, *stride)?;
            let merged = checked::ceil_div_positive(factor, distance);
            let new_stride = checked::ceil_div_positive(distance, factor) * stride.signum();
            Ok((IntTuple::Int(checked::ceil_div_positive(*size, merged)), IntTuple::Int(new_stride)))
        }
        _ => Ok((shape.clone(), stride.clone())),
    }
}

/// The layout of elements that are each a `factor`-th of an old one: the stride-1 mode grows, other strides are
/// multiplied.
///
/// # Errors
/// [`ErrorKind::DowncastNoUnitStride`] when no mode has stride 1, [`ErrorKind::BadFactor`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, downcast};
///
/// let layout: Layout = "(2,4):(1,2)".parse()?;
/// assert_eq!(downcast(&layout, 4)?.to_string(), "(8,4):(1,8)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn downcast(layout: &Layout, factor: i64) -> Result<Layout, Error> {
    const OPERATION: &str = "downcast";
    check_factor(OPERATION, factor)?;
    if !layout.leaves().iter().any(|&(_, stride)| stride == 1) {
        let kind = ErrorKind::DowncastNoUnitStride { layout: shortened(layout), factor };
        return Err(Error::new(OPERATION, kind));
    }
    let mut modes = layout.leaves().iter();
    let shape = layout.shape().try_map(&mut |&size| match modes.next() {
        Some((_, 1 | -1)) => checked::mul(OPERATION, size, factor),
        _ => Ok(size),
    })?;
    let stride = layout.stride().try_map(&mut |&stride| match stride {
        1 | -1 => Ok(stride),
        _ => checked::mul(OPERATION, stride, factor),
    })?;
    Layout::new(shape, stride)
}

/// The layout of the same bits as elements of `new_bits` instead of `old_bits`.
///
/// # Errors
/// Those of [`upcast`] and [`downcast`].
///
/// ```
/// use layout_algebra::{Layout, recast};
///
/// let halves: Layout = "(8,4):(1,8)".parse()?;
/// assert_eq!(recast(&halves, 16, 32)?.to_string(), "(4,4):(1,4)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn recast(layout: &Layout, old_bits: i64, new_bits: i64) -> Result<Layout, Error> {
    let (more, fewer) = recast_factors(old_bits, new_bits)?;
    let upcasted = if more == 1 { Ok(layout.clone()) } else { upcast(layout, more) };
    let recasted = if fewer == 1 { upcasted } else { upcasted.and_then(|layout| downcast(&layout, fewer)) };
    recasted.map_err(|error| error.of_operation("recast"))
}
