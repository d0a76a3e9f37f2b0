//! Shared-memory atoms by the names that CuTe gives them (`mma_traits_sm90_gmma.hpp`, `mma_traits_sm100.hpp`).

use std::fmt;
use std::str::FromStr;

use super::{Major, SmemLayout, SwizzleMode};
use crate::atom::copy::{element_type, template_arguments, unknown_name, unqualified};
use crate::atom::element::ElementType;
use crate::{Error, IntTuple, Layout};

/// `GMMA::Layout_K_SW128_Atom<half_t>`: the smallest layout with this swizzle that an operand is tiled with.
///
/// ```
/// use layout_algebra::smem::SmemAtom;
///
/// let atom: SmemAtom = "GMMA::Layout_K_SW128_Atom<half_t>".parse()?;
/// assert_eq!(atom.layout()?.to_string(), "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SmemAtom {
    /// Which mode is contiguous.
    pub major: Major,
    /// The swizzle.
    pub mode: SwizzleMode,
    /// The type of an element; `None` for the atoms in units of bits.
    pub element: Option<ElementType>,
}

/// Name, contiguous mode, swizzle. UMMA has all of them, GMMA all but the last.
const NAMES: [(&str, Major, SwizzleMode); 9] = [
    ("Layout_MN_INTER_Atom", Major::MN, SwizzleMode::Interleave),
    ("Layout_MN_SW32_Atom", Major::MN, SwizzleMode::B32),
    ("Layout_MN_SW64_Atom", Major::MN, SwizzleMode::B64),
    ("Layout_MN_SW128_Atom", Major::MN, SwizzleMode::B128),
    ("Layout_K_INTER_Atom", Major::K, SwizzleMode::Interleave),
    ("Layout_K_SW32_Atom", Major::K, SwizzleMode::B32),
    ("Layout_K_SW64_Atom", Major::K, SwizzleMode::B64),
    ("Layout_K_SW128_Atom", Major::K, SwizzleMode::B128),
    ("Layout_MN_SW128_32B_Atom", Major::MN, SwizzleMode::B128Base32),
];

/// The names that take the contiguous mode as an argument: `GMMA::Layout_SW128_Atom<half_t, GMMA::Major::K>`.
const BY_MAJOR: [(&str, SwizzleMode); 4] = [
    ("Layout_INTER_Atom", SwizzleMode::Interleave),
    ("Layout_SW32_Atom", SwizzleMode::B32),
    ("Layout_SW64_Atom", SwizzleMode::B64),
    ("Layout_SW128_Atom", SwizzleMode::B128),
];

/// What they take.
const MAJORS: [&str; 2] = ["Major::MN", "Major::K"];

/// The names of the atoms, without namespace and element type.
pub fn smem_atom_names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(name, ..)| *name)
}

impl SmemAtom {
    /// The atom in elements of its type: 8 rows of the swizzle's bytes (4 where the pieces are of 32 bytes).
    ///
    /// # Errors
    /// Those of [`upcast`](crate::upcast): rows of 6-bit elements are no whole number of bytes.
    pub fn layout(&self) -> Result<SmemLayout, Error> {
        let row = 8 * self.mode.row_bytes();
        let rows = if self.mode == SwizzleMode::B128Base32 { 4 } else { 8 };
        let pair = |mn, k| {
            let [first, second] = match self.major {
                Major::MN => [mn, k],
                Major::K => [k, mn],
            };
            [first, second].into_iter().collect::<IntTuple>()
        };
        let bits = SmemLayout::new(self.mode.swizzle()?, 1, Layout::new(pair(row, rows), pair(1, row))?)?;
        bits.upcast(self.element.map_or(1, |element| element.bits))
    }

    fn name(&self) -> &'static str {
        let own = NAMES.iter().find(|(_, major, mode)| (*major, *mode) == (self.major, self.mode));
        // CuTe has no atom of 32-byte pieces with contiguous K; this says what it would be.
        own.map_or("Layout_K_SW128_32B_Atom", |(name, ..)| name)
    }
}

impl fmt::Display for SmemAtom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let space = if self.mode == SwizzleMode::B128Base32 { "UMMA" } else { "GMMA" };
        match self.element {
            Some(element) => write!(f, "{space}::{}<{}>", self.name(), element.name),
            None => write!(f, "{space}::{}_Bits", self.name()),
        }
    }
}

impl FromStr for SmemAtom {
    type Err = Error;

    /// Reads `GMMA::Layout_K_SW128_Atom<half_t>`, `UMMA::..`, `..<half_t, GMMA::Major::K>`, `.._Atom_Bits`.
    ///
    /// # Errors
    /// [`UnknownName`](crate::ErrorKind::UnknownName).
    fn from_str(text: &str) -> Result<Self, Error> {
        let plain = unqualified(text);
        let name = ["SM90::", "GMMA::", "UMMA::"]
            .iter()
            .fold(plain.as_str(), |name, space| name.strip_prefix(space).unwrap_or(name));
        for (own, major, mode) in NAMES {
            if name.strip_suffix("_Bits") == Some(own) {
                return Ok(SmemAtom { major, mode, element: None });
            }
            if let Some([element]) = template_arguments(name, own).as_deref() {
                return Ok(SmemAtom { major, mode, element: Some(element_type(element)?) });
            }
        }
        for (own, mode) in BY_MAJOR {
            if let Some([element, written]) = template_arguments(name, own).as_deref() {
                let major = match written.rsplit_once("Major::").map(|(_, major)| major) {
                    Some("K") => Major::K,
                    Some("MN") => Major::MN,
                    _ => return Err(unknown_name("contiguous mode", written, MAJORS.into_iter())),
                };
                return Ok(SmemAtom { major, mode, element: Some(element_type(element)?) });
            }
        }
        Err(unknown_name("shared-memory atom", name, smem_atom_names()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let atom: SmemAtom = text.parse().unwrap();
        assert_eq!(atom.layout().unwrap().to_string(), expected);
        assert_eq!(atom.to_string().parse::<SmemAtom>().unwrap(), atom);
    }

    #[test]
    fn an_atom_is_8_rows_of_the_swizzles_bytes() {
        check("GMMA::Layout_K_INTER_Atom<half_t>", "Sw<0,4,3> o smem_ptr[16b](unset) o (8,8):(8,1)");
        check("SM90::GMMA::Layout_K_SW64_Atom<half_t>", "Sw<2,4,3> o smem_ptr[16b](unset) o (8,32):(32,1)");
        check("GMMA::Layout_MN_SW128_Atom<float>", "Sw<3,4,3> o smem_ptr[32b](unset) o (32,8):(1,32)");
        check(
            "cute::UMMA::Layout_MN_SW128_32B_Atom<float>",
            "Sw<2,5,2> o smem_ptr[32b](unset) o (32,4):(1,32)",
        );
        check(
            "GMMA::Layout_SW32_Atom<int8_t, GMMA::Major::K>",
            "Sw<1,4,3> o smem_ptr[8b](unset) o (8,32):(32,1)",
        );
        check("GMMA::Layout_K_SW32_Atom_Bits", "Sw<1,4,3> o smem_ptr[1b](unset) o (8,256):(256,1)");
    }

    #[test]
    fn a_contiguous_mode_is_one_of_two_names() {
        check(
            "UMMA::Layout_SW32_Atom<int8_t, UMMA::Major::MN>",
            "Sw<1,4,3> o smem_ptr[8b](unset) o (32,8):(1,32)",
        );
        let error = "GMMA::Layout_SW32_Atom<int8_t, major>".parse::<SmemAtom>().unwrap_err();
        assert!(error.to_string().contains("there is no contiguous mode major here"), "{error}");
    }

    #[test]
    fn an_unknown_atom_names_those_that_begin_alike() {
        let error = "GMMA::Layout_K_SW256_Atom<half_t>".parse::<SmemAtom>().unwrap_err();
        let near = "; those that begin alike are Layout_K_SW32_Atom, Layout_K_SW64_Atom, Layout_K_SW128_Atom";
        assert!(
            error.to_string().contains("there is no shared-memory atom Layout_K_SW256_Atom<half_t> here")
        );
        assert!(error.to_string().contains(near), "{error}");
    }
}
