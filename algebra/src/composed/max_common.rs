//! Vectors of composed layouts, and products with a swizzled grid (CuTe's `swizzle_layout.hpp`).

use super::{AnyLayout, ComposedLayout};
use crate::error::shortened;
use crate::{
    Error, ErrorKind, IntTuple, Layout, Swizzle, Tiler, checked, composition, logical_product, max_alignment,
    max_common_layout, max_common_vector,
};

/// [`max_alignment`](crate::max_alignment) of a composed layout: of a swizzled one, what swizzle, offset and layout have in
/// common; 1 of any other.
///
/// # Errors
/// Those of the plain operation.
///
/// ```
/// use layout_algebra::{ComposedLayout, composed_max_alignment};
///
/// let composed: ComposedLayout = "Sw<3,4,3> o 0 o (8,64):(64,1)".parse()?;
/// assert_eq!(composed_max_alignment(&composed.into())?, 16);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_max_alignment(layout: &AnyLayout) -> Result<i64, Error> {
    match layout {
        AnyLayout::Layout(layout) => max_alignment(layout),
        AnyLayout::Composed(composed) => {
            let outer = checked::gcd(base_size(composed.swizzle()), *composed.offset());
            Ok(checked::gcd(outer, max_alignment(composed.layout())?))
        }
        AnyLayout::Chain(_) => Ok(1),
    }
}

/// How many offsets the low bits that a swizzle leaves alone count.
fn base_size(swizzle: Swizzle) -> i64 {
    1 << swizzle.base()
}

/// [`max_common_layout`](crate::max_common_layout) where one of both may be swizzled: cut at what the swizzle leaves alone.
///
/// # Errors
/// Those of the plain operation; [`ErrorKind::UnsupportedLayout`] when both are composed, which CuTe does not have.
pub fn composed_max_common_layout(a: &AnyLayout, b: &AnyLayout) -> Result<Layout, Error> {
    const OPERATION: &str = "max_common_layout";
    let (composed, plain) = match (a, b) {
        (AnyLayout::Layout(a), AnyLayout::Layout(b)) => return max_common_layout(a, b),
        // As in CuTe, the composed one is the first, whichever it was.
        (AnyLayout::Composed(composed), AnyLayout::Layout(plain))
        | (AnyLayout::Layout(plain), AnyLayout::Composed(composed)) => (composed, plain),
        _ => return Err(both_composed(OPERATION, a)),
    };
    let common = max_common_layout(composed.layout(), plain)?;
    match base_size(composed.swizzle()) {
        base if base < common.size() => composition(&common, &Layout::of_mode(base, 1)),
        _ => Ok(common),
    }
}

fn both_composed(operation: &'static str, layout: &AnyLayout) -> Error {
    let reason = "CuTe has this operation for one swizzled layout and a plain one";
    Error::new(operation, ErrorKind::UnsupportedLayout { layout: shortened(layout), reason })
}

/// [`max_common_vector`](crate::max_common_vector) where either may be swizzled.
///
/// # Errors
/// Those of the plain operation; [`ErrorKind::UnsupportedLayout`] for compositions of other functions.
pub fn composed_max_common_vector(a: &AnyLayout, b: &AnyLayout) -> Result<i64, Error> {
    match (a, b) {
        (AnyLayout::Layout(a), AnyLayout::Layout(b)) => max_common_vector(a, b),
        (AnyLayout::Composed(composed), AnyLayout::Layout(plain))
        | (AnyLayout::Layout(plain), AnyLayout::Composed(composed)) => {
            let vector = max_common_vector(composed.layout(), plain)?;
            Ok(vector.min(base_size(composed.swizzle())))
        }
        (AnyLayout::Composed(a), AnyLayout::Composed(b)) => {
            let vector = max_common_vector(a.layout(), b.layout())?;
            match a.swizzle() == b.swizzle() {
                true => Ok(vector),
                false => Ok(vector.min(base_size(a.swizzle())).min(base_size(b.swizzle()))),
            }
        }
        _ => Err(both_composed("max_common_vector", a)),
    }
}

/// [`logical_product`] of a plain block with a swizzled grid: the swizzle becomes one of the product's offsets.
///
/// # Errors
/// Those of the plain operation; [`ErrorKind::UnsupportedLayout`] when the grid's offset is not 0,
/// [`ErrorKind::NoSwizzle`] when no swizzle of the product's offsets moves the blocks so: CuTe refuses too.
pub fn logical_product_by_composed(block: &Layout, grid: &ComposedLayout) -> Result<AnyLayout, Error> {
    const OPERATION: &str = "logical_product";
    if *grid.offset() != 0 {
        let reason = "CuTe multiplies with a swizzled grid only when its offset is 0";
        return Err(Error::new(OPERATION, ErrorKind::UnsupportedLayout { layout: shortened(grid), reason }));
    }
    let product = logical_product(block, &Tiler::Layout(grid.layout().clone()))?;
    let swizzle = grid.swizzle();
    let involved = super::slice::involved_bits(swizzle)?;
    let of_grid = composition(&involved, grid.layout()).map_err(|error| error.of_operation(OPERATION))?;
    let active = of_grid.at(of_grid.size() - 1)?;
    let moved = |mask: i64| -> Result<i64, Error> {
        let at = grid.layout().at(active & mask)?;
        product.eval(&IntTuple::Tuple(vec![IntTuple::Int(0), IntTuple::Int(at)]))
    };
    let carried =
        Swizzle::from_masks(OPERATION, moved(swizzle.source_mask())?, moved(swizzle.target_mask())?)?;
    Ok(ComposedLayout::new(carried, 0, product).simplified())
}
