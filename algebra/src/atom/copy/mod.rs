//! Copy atoms: which thread holds which bits before and after a copy instruction (`Copy_Traits`, `Copy_Atom`).

mod one_thread;
mod operation;
mod warp;

use std::fmt;
use std::str::FromStr;

pub use operation::{CopyTraits, copy_operations};
pub(crate) use operation::{element_type, template_arguments, unknown_name, unqualified};

use super::element::ElementType;
use crate::{Error, ErrorKind, Layout, composition, recast, right_inverse};

/// A copy operation on values of one type (`Copy_Atom` in CuTe's `copy_atom.hpp`).
///
/// The layouts here are those of [`CopyTraits`], recast from bits to values: (thread, value) to a value's number.
///
/// ```
/// use layout_algebra::atom::copy::CopyAtom;
///
/// let atom: CopyAtom = "Copy_Atom<SM75_U32x4_LDSM_N, half_t>".parse()?;
/// assert_eq!(atom.src_layout().to_string(), "(32,8):(8,1)");
/// assert_eq!(atom.dst_layout().to_string(), "(32,(2,4)):(2,(1,64))");
/// assert_eq!((atom.threads(), atom.values()), (32, 8));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyAtom {
    traits: CopyTraits,
    element: ElementType,
    src: Layout,
    dst: Layout,
    reference: Layout,
}

impl CopyAtom {
    /// `Copy_Atom<Copy_Traits<..>, element>`.
    ///
    /// # Errors
    /// [`ErrorKind::CopyAtomType`] when a value is wider than what a thread holds in one place; those of
    /// [`recast`].
    pub fn new(traits: CopyTraits, element: ElementType) -> Result<Self, Error> {
        let in_values = |side, bits: &Layout| {
            let values = recast(bits, 1, element.bits).map_err(|error| error.of_operation("Copy_Atom"))?;
            let (threads, found) = (traits.thr_id().size(), values.mode(0)?.size());
            if found == threads {
                return Ok(values);
            }
            let (operation, bits) = (traits.operation().to_owned(), element.bits);
            Err(Error::of_value(ErrorKind::CopyAtomType {
                operation,
                element: element.name.to_owned(),
                bits,
                side,
                threads,
                found,
            }))
        };
        let src = in_values("SrcLayout", traits.src_layout())?;
        let dst = in_values("DstLayout", traits.dst_layout())?;
        let reference = in_values("RefLayout", traits.ref_layout())?;
        Ok(CopyAtom { traits, element, src, dst, reference })
    }

    /// The operation's layouts in bits.
    pub fn traits(&self) -> &CopyTraits {
        &self.traits
    }

    /// The type of a value (`ValType`).
    pub fn element(&self) -> ElementType {
        self.element
    }

    /// (source thread, source value) to a value's number (`ValLayoutSrc`).
    pub fn src_layout(&self) -> &Layout {
        &self.src
    }

    /// (destination thread, destination value) to a value's number (`ValLayoutDst`).
    pub fn dst_layout(&self) -> &Layout {
        &self.dst
    }

    /// (thread, value) of the tiled copy's TV layout to a value's number (`ValLayoutRef`).
    pub fn ref_layout(&self) -> &Layout {
        &self.reference
    }

    /// The threads that execute the operation together.
    pub fn threads(&self) -> i64 {
        size_of_mode(&self.reference, 0)
    }

    /// The values that one thread has in the reference layout.
    pub fn values(&self) -> i64 {
        size_of_mode(&self.reference, 1)
    }

    /// The values that one thread reads (`NumValSrc`).
    pub fn src_values(&self) -> i64 {
        size_of_mode(&self.src, 1)
    }

    /// The values that one thread writes (`NumValDst`).
    pub fn dst_values(&self) -> i64 {
        size_of_mode(&self.dst, 1)
    }

    /// (source thread, source value) to (reference thread, reference value), as one number.
    pub(crate) fn ref_of_src(&self) -> Result<Layout, Error> {
        composition(&right_inverse(&self.reference)?, &self.src)
    }

    /// (destination thread, destination value) to (reference thread, reference value), as one number.
    pub(crate) fn ref_of_dst(&self) -> Result<Layout, Error> {
        composition(&right_inverse(&self.reference)?, &self.dst)
    }
}

/// Every layout of an atom has two modes, threads and values.
fn size_of_mode(layout: &Layout, mode: usize) -> i64 {
    layout.mode(mode).map_or(1, |mode| mode.size())
}

impl fmt::Display for CopyAtom {
    /// As C++ writes the type: `Copy_Atom<SM75_U32x4_LDSM_N,half_t>`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Copy_Atom<{},{}>", self.traits.operation(), self.element.name)
    }
}

impl FromStr for CopyAtom {
    type Err = Error;

    /// Reads `Copy_Atom<UniversalCopy<float>, float>`, and the same without `Copy_Atom<>` around it.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownName`], [`ErrorKind::Parse`] when there is no type behind the operation, and those of
    /// [`CopyTraits`] and [`CopyAtom::new`].
    fn from_str(text: &str) -> Result<Self, Error> {
        let plain = operation::unqualified(text);
        let inside = operation::template_arguments(&plain, "Copy_Atom");
        let arguments = inside.unwrap_or_else(|| operation::split_arguments(&plain));
        let [operation, element] = arguments.as_slice() else {
            return Err(Error::of_value(ErrorKind::Parse {
                column: text.chars().count() + 1,
                expected: "a copy operation and an element type, 'UniversalCopy<float>, float'".to_owned(),
                found: format!("{} of them", arguments.len()),
            }));
        };
        CopyAtom::new(operation.parse()?, operation::element_type(element)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, src: &str, dst: &str) {
        let atom: CopyAtom = text.parse().unwrap();
        assert_eq!((atom.src_layout().to_string(), atom.dst_layout().to_string()), (src.into(), dst.into()));
        assert_eq!(atom.to_string().parse::<CopyAtom>().unwrap(), atom);
    }

    #[test]
    fn layouts_are_in_values_of_the_element_type() {
        check("UniversalCopy<uint128_t>,half_t", "(1,8):(0,1)", "(1,8):(0,1)");
        check("SM75_U32x1_LDSM_N, half_t", "((8,4),8):((8,0),1)", "(32,2):(2,1)");
        check(
            "Copy_Atom<SM90_U16x8_STSM_T, cute::half_t>",
            "((4,8),(1,2,4)):((16,1),(1,8,64))",
            "(32,8):(8,1)",
        );
        check("DefaultCopy, float", "(1,1):(0,0)", "(1,1):(0,0)");
        check("Copy_Traits<SM90_BULK_COPY_G2S,_1024>, f16", "(1,64):(0,1)", "(1,64):(0,1)");
    }

    #[test]
    fn a_value_wider_than_a_register_is_refused() {
        let error = "SM75_U32x1_LDSM_N, double".parse::<CopyAtom>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "Copy_Atom<SM75_U32x1_LDSM_N,double>: a value of 64 bits gives DstLayout 16 threads, and the operation has \
             32; a narrower type would work"
        );
    }
}
