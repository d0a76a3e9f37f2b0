//! Accesses of a warp to shared memory of which the bank conflicts are known: predicted by the algebra, as editors show
//! them, and measured on a GPU.

use layout_algebra::analysis::{Access, bank_conflicts};

use crate::{
    ElementType, ErrorCode, Operand, RunError,
    kernel::{Offset, by_lane},
};

/// One access of a warp: where each lane's vector begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    /// What is accessed, in words.
    pub what: &'static str,
    /// Lane to offset in elements.
    pub lanes: &'static str,
    /// The elements.
    pub element: ElementType,
    /// Adjacent elements that a lane accesses at once.
    pub elements: u8,
}

const fn pattern(what: &'static str, lanes: &'static str, element: ElementType, elements: u8) -> Pattern {
    Pattern { what, lanes, element, elements }
}

/// Rows in accesses of 4, 8 and 16 bytes; columns as they are, padded and swizzled; and what lies between.
pub const PATTERNS: [Pattern; 17] = {
    use ElementType::{F16, F32, F64, U8};
    [
        pattern("a row, 4-byte accesses", "32:1", F32, 1),
        pattern("a row, 8-byte accesses", "32:2", F32, 2),
        pattern("a row, 16-byte accesses", "32:4", F32, 4),
        pattern("a column of 32x32, unswizzled", "32:32", F32, 1),
        pattern("a column of 32x33, padded", "32:33", F32, 1),
        pattern("a column of 8-byte elements, padded", "32:17", F64, 1),
        pattern("four columns of 16-byte chunks, unswizzled", "(8,4):(64,8)", F16, 8),
        pattern("the same, padded by a chunk", "(8,4):(72,8)", F16, 8),
        pattern("the same, Sw<1,3,3>", "Sw<1,3,3> o 0 o (8,4):(64,8)", F16, 8),
        pattern("the same, Sw<2,3,3>", "Sw<2,3,3> o 0 o (8,4):(64,8)", F16, 8),
        pattern("the same, Sw<3,3,3>", "Sw<3,3,3> o 0 o (8,4):(64,8)", F16, 8),
        pattern("the same in bytes, Sw<3,4,3>", "Sw<3,4,3> o 0 o (8,4):(128,16)", U8, 16),
        pattern("Sw<3,4,3> on halves: a swizzle that is too coarse", "Sw<3,4,3> o 0 o (8,4):(64,8)", F16, 8),
        pattern("a column of 32x32, Sw<5,0,5>", "Sw<5,0,5> o 0 o 32:32", F32, 1),
        pattern("every other word", "32:2", F32, 1),
        pattern("every sixth word", "32:6", F32, 1),
        pattern("a column of halves, two lanes a word", "(2,16):(1,64)", F16, 1),
    ]
};

impl Pattern {
    /// Where the lanes' vectors begin.
    ///
    /// # Errors
    /// [`ErrorCode::BadLayout`]; the patterns of [`PATTERNS`] have none.
    pub fn layout(&self) -> Result<Operand, RunError> {
        self.lanes.parse()
    }

    /// Bytes of a lane's access.
    pub fn bytes(&self) -> u64 {
        self.element.width() * u64::from(self.elements)
    }

    /// Wavefronts, and how many there would be without conflicts, by the banks that the lanes' words are in.
    ///
    /// # Errors
    /// [`ErrorCode::BadLayout`]; the patterns of [`PATTERNS`] have none.
    pub fn predicted(&self) -> Result<(i64, i64), RunError> {
        let refused = |error: layout_algebra::Error| RunError::new(ErrorCode::BadLayout, error.to_string());
        let bits = self.element.width().cast_signed() * 8;
        let access = Access::new(bits, self.elements.into()).map_err(refused)?;
        let lanes = self.layout()?;
        let counted = match lanes.composed() {
            Some(composed) => bank_conflicts(&composed, access),
            None => bank_conflicts(lanes.layout(), access),
        };
        let counted = counted.map_err(refused)?;
        Ok((counted.wavefronts(), counted.ideal_wavefronts()))
    }

    /// The addresses of the lanes' vectors in bytes.
    pub(crate) fn addresses(&self) -> Result<[i64; 32], RunError> {
        let offset = Offset::of_index(&self.layout()?);
        let width = self.element.width().cast_signed();
        Ok(by_lane(|lane| offset.at(&[lane]) * width))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::SharedAccesses;

    #[test]
    fn the_algebra_and_the_kernels_count_the_same_wavefronts() {
        let mut table = String::new();
        for pattern in PATTERNS {
            let (wavefronts, least) = pattern.predicted().unwrap();
            let accesses = SharedAccesses {
                bytes: pattern.bytes().cast_signed(),
                warps: vec![pattern.addresses().unwrap()],
            };
            assert_eq!((accesses.wavefronts(), accesses.least()), (wavefronts as f64, least as f64));
            table += &format!("{} ({}): {wavefronts} of {least}\n", pattern.what, pattern.lanes);
        }
        insta::assert_snapshot!(table);
    }
}
