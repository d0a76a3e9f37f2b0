//! A swizzled shared-memory layout that waits for its pointer (`smem_ptr_flag_bits` in CuTe's `pointer_flagged.hpp`).

use std::fmt;
use std::str::FromStr;

use crate::{AnyLayout, ComposedLayout, Error, ErrorKind, IntTuple, Layout, Swizzle, tile_to_shape};

/// `Sw<B,M,S> o smem_ptr[Nb](unset) o layout`: element c of N bits has byte address `swizzle(base + layout(c)*N/8)`.
///
/// The swizzle is on bytes, so it stays when the element type changes; the layout is in elements.
///
/// ```
/// use layout_algebra::smem::SmemLayout;
///
/// let atom: SmemLayout = "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)".parse()?;
/// assert_eq!(atom.position_independent()?.to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
///
/// let tiled = atom.tile_to_shape(&"(128,64)".parse()?, None)?;
/// assert_eq!(tiled.to_string(), "Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(64,1)):((64,512),(1,0))");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SmemLayout {
    swizzle: Swizzle,
    element_bits: i64,
    layout: Layout,
}

impl SmemLayout {
    /// `swizzle o smem_ptr[element_bits](unset) o layout`.
    ///
    /// # Errors
    /// [`ErrorKind::BadFactor`] when `element_bits` is not positive.
    pub fn new(swizzle: Swizzle, element_bits: i64, layout: Layout) -> Result<Self, Error> {
        if element_bits < 1 {
            let reason = format!("an element of {element_bits} bits");
            return Err(Error::new("smem_ptr", ErrorKind::BadFactor { reason }));
        }
        Ok(SmemLayout { swizzle, element_bits, layout })
    }

    /// The swizzle, on byte addresses.
    pub fn swizzle(&self) -> Swizzle {
        self.swizzle
    }

    /// The width of an element.
    pub fn element_bits(&self) -> i64 {
        self.element_bits
    }

    /// The layout before the swizzle, in elements.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The same memory under another domain: any operation that changes only how coordinates are read.
    ///
    /// # Errors
    /// Those of `operation`.
    pub fn map(&self, operation: impl FnOnce(&Layout) -> Result<Layout, Error>) -> Result<Self, Error> {
        Ok(SmemLayout { layout: operation(&self.layout)?, ..*self })
    }

    /// The layout repeated to fill a shape, modes in this order (`tile_to_shape`).
    ///
    /// # Errors
    /// Those of [`tile_to_shape`].
    pub fn tile_to_shape(&self, shape: &IntTuple, order: Option<&IntTuple>) -> Result<Self, Error> {
        self.map(|layout| tile_to_shape(layout, shape, order))
    }

    /// The same memory as elements that are each `factor` old ones; the swizzle stays, it is on bytes.
    ///
    /// # Errors
    /// Those of [`upcast`](crate::upcast).
    pub fn upcast(&self, factor: i64) -> Result<Self, Error> {
        let layout = crate::upcast(&self.layout, factor)?;
        let element_bits = crate::checked::mul("upcast", self.element_bits, factor)?;
        Ok(SmemLayout { element_bits, layout, ..*self })
    }

    /// The same memory as elements that are each a `factor`-th of an old one.
    ///
    /// # Errors
    /// Those of [`downcast`](crate::downcast); [`ErrorKind::BadFactor`] when the factor does not divide the width.
    pub fn downcast(&self, factor: i64) -> Result<Self, Error> {
        let layout = crate::downcast(&self.layout, factor)?;
        if self.element_bits % factor != 0 {
            let reason = format!("{factor} does not divide an element of {} bits", self.element_bits);
            return Err(Error::new("downcast", ErrorKind::BadFactor { reason }));
        }
        Ok(SmemLayout { element_bits: self.element_bits / factor, layout, ..*self })
    }

    /// The same memory as elements of `new_bits` in place of `old_bits`, which must be the width that they have.
    ///
    /// # Errors
    /// Those of [`upcast`](crate::upcast) and [`downcast`](crate::downcast); [`ErrorKind::BadFactor`] when an element
    /// does not have `old_bits`.
    pub fn recast(&self, old_bits: i64, new_bits: i64) -> Result<Self, Error> {
        if old_bits != self.element_bits {
            let reason = format!("an element has {} bits, not {old_bits}", self.element_bits);
            return Err(Error::new("recast", ErrorKind::BadFactor { reason }));
        }
        let layout = crate::recast(&self.layout, old_bits, new_bits)?;
        Ok(SmemLayout { element_bits: new_bits, layout, ..*self })
    }

    /// Offsets in elements, for memory that is aligned to the swizzle (`as_position_independent_swizzle_layout`).
    ///
    /// # Errors
    /// Those of [`Swizzle::recast`].
    pub fn position_independent(&self) -> Result<AnyLayout, Error> {
        let swizzle = self.swizzle.recast(8, self.element_bits)?;
        Ok(match swizzle.bits() {
            0 => AnyLayout::Layout(self.layout.clone()),
            _ => AnyLayout::Composed(ComposedLayout::new(swizzle, 0, self.layout.clone())),
        })
    }
}

impl fmt::Display for SmemLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} o smem_ptr[{}b](unset) o {}", self.swizzle, self.element_bits, self.layout)
    }
}

impl FromStr for SmemLayout {
    type Err = Error;

    /// Reads `Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)`.
    ///
    /// # Errors
    /// [`ErrorKind::Parse`], [`ErrorKind::BadSwizzle`], and those of [`Layout::new`].
    fn from_str(text: &str) -> Result<Self, Error> {
        let parts: Vec<&str> = text.splitn(3, " o ").map(str::trim).collect();
        let unreadable = |column: usize, expected: &str, found: &str| {
            let (expected, found) = (expected.to_owned(), format!("'{found}'"));
            Error::of_value(ErrorKind::Parse { column, expected, found })
        };
        let [swizzle, pointer, layout] = parts.as_slice() else {
            return Err(unreadable(1, "a swizzle, a pointer and a layout with ' o ' between them", text));
        };
        let bits = pointer.strip_prefix("smem_ptr[").and_then(|rest| rest.strip_suffix("b](unset)"));
        let bits = bits.and_then(|bits| bits.parse().ok()).ok_or_else(|| {
            let column = text.find(" o ").map_or(1, |at| at + 4);
            unreadable(column, "'smem_ptr[16b](unset)'", pointer)
        })?;
        SmemLayout::new(swizzle.parse()?, bits, layout.parse()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let layout: SmemLayout = text.parse().unwrap();
        assert_eq!(layout.to_string(), text);
        assert_eq!(layout.position_independent().unwrap().to_string(), expected);
    }

    #[test]
    fn the_swizzle_on_elements_is_that_on_bytes_recast() {
        check("Sw<3,4,3> o smem_ptr[8b](unset) o (8,128):(128,1)", "Sw<3,4,3> o 0 o (8,128):(128,1)");
        check("Sw<3,4,3> o smem_ptr[32b](unset) o (32,8):(1,32)", "Sw<3,2,3> o 0 o (32,8):(1,32)");
        check("Sw<3,4,3> o smem_ptr[4b](unset) o (8,256):(256,1)", "Sw<3,5,3> o 0 o (8,256):(256,1)");
        check("Sw<2,5,2> o smem_ptr[32b](unset) o (32,4):(1,32)", "Sw<2,3,2> o 0 o (32,4):(1,32)");
        check("Sw<0,4,3> o smem_ptr[16b](unset) o (8,8):(8,1)", "(8,8):(8,1)");
    }

    #[test]
    fn six_bits_have_no_swizzle_of_their_own() {
        let six: SmemLayout = "Sw<3,4,3> o smem_ptr[6b](unset) o (8,128):(128,1)".parse().unwrap();
        assert_eq!(six.position_independent().unwrap_err().why(), "bad_factor");
    }

    #[test]
    fn casts_change_the_elements_and_not_the_swizzle() {
        let half: SmemLayout = "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)".parse().unwrap();
        let vectors = half.upcast(8).unwrap();
        assert_eq!(vectors.to_string(), "Sw<3,4,3> o smem_ptr[128b](unset) o (8,8):(8,1)");
        assert_eq!(vectors.downcast(8).unwrap(), half);
    }
}
