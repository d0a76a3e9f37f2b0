//! Matrix descriptors of shared memory: what GMMA (SM90) and UMMA (SM100) read an operand by (`make_gmma_desc` in
//! `mma_traits_sm90_gmma.hpp`, `make_umma_desc` in `mma_traits_sm100.hpp`).

use super::mode::{SWIZZLES_SM90, SWIZZLES_SM100};
use super::{Major, SmemLayout, SwizzleMode};
use crate::{Error, ErrorKind, Layout, Tiler, TilerMode, logical_divide};

/// The fields of a descriptor that a layout decides; the start address is the pointer's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatrixDescriptor {
    /// The swizzle mode.
    pub mode: SwizzleMode,
    /// Its number in this descriptor (`layout_type_`).
    pub layout_type: u8,
    /// Leading dimension byte offset, in units of 16 bytes.
    pub leading_byte_offset: i64,
    /// Stride dimension byte offset, in units of 16 bytes.
    pub stride_byte_offset: i64,
}

/// The two descriptors, where they differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hardware {
    Gmma,
    Umma,
}

/// The descriptor by which GMMA reads one instruction's operand of this layout (SM90).
///
/// # Errors
/// [`ErrorKind::NotCanonical`] with the condition that fails, [`ErrorKind::NoSwizzleMode`], and those of
/// [`recast`](crate::recast) and [`logical_divide`].
///
/// ```
/// use layout_algebra::smem::{Major, SmemLayout, make_gmma_desc};
///
/// // A 64x16 operand of half_t, cut out of a 64x64 tile.
/// let a: SmemLayout = "Sw<3,4,3> o smem_ptr[16b](unset) o (64,16):(64,1)".parse()?;
/// let descriptor = make_gmma_desc(Major::K, &a)?;
/// assert_eq!((descriptor.layout_type, descriptor.leading_byte_offset, descriptor.stride_byte_offset), (1, 1, 64));
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn make_gmma_desc(major: Major, tensor: &SmemLayout) -> Result<MatrixDescriptor, Error> {
    Operand::new(Hardware::Gmma, major, tensor)?.describe()
}

/// The descriptor by which UMMA reads one instruction's operand of this layout (SM100).
///
/// # Errors
/// As [`make_gmma_desc`].
pub fn make_umma_desc(major: Major, tensor: &SmemLayout) -> Result<MatrixDescriptor, Error> {
    Operand::new(Hardware::Umma, major, tensor)?.describe()
}

/// An operand in units of 16 bytes, and what is asked of it.
struct Operand<'t> {
    hardware: Hardware,
    major: Major,
    tensor: &'t SmemLayout,
    mode: SwizzleMode,
    /// The layout of its 16-byte vectors.
    vectors: Layout,
}

impl<'t> Operand<'t> {
    fn new(hardware: Hardware, major: Major, tensor: &'t SmemLayout) -> Result<Self, Error> {
        let operation = hardware.operation();
        let mode = hardware.mode(tensor)?;
        let factor = 128 / tensor.element_bits();
        let vectors =
            crate::upcast(tensor.layout(), factor).map_err(|error| error.of_operation(operation))?;
        let operand = Operand { hardware, major, tensor, mode, vectors };
        if operand.vectors.rank() != 2 {
            return Err(operand.refused(format!("it has rank {}, not 2", operand.vectors.rank())));
        }
        Ok(operand)
    }

    fn refused(&self, reason: String) -> Error {
        let (operation, layout) = (self.hardware.operation(), self.tensor.to_string());
        Error::new(operation, ErrorKind::NotCanonical { layout, major: self.major.name(), reason })
    }

    fn describe(&self) -> Result<MatrixDescriptor, Error> {
        let (leading_byte_offset, stride_byte_offset) = match self.major {
            Major::MN => self.mn_major()?,
            Major::K => self.k_major()?,
        };
        let layout_type = match self.hardware {
            Hardware::Gmma => {
                let of_mode = self.mode.gmma_layout_type();
                of_mode
                    .ok_or_else(|| self.refused("the descriptors of SM90 have no such swizzle".to_owned()))?
            }
            Hardware::Umma => self.mode.umma_layout_type(),
        };
        Ok(MatrixDescriptor { mode: self.mode, layout_type, leading_byte_offset, stride_byte_offset })
    }

    /// `((W,n),(8,k)):((1,LBO),(W,SBO))`, with `((1,n),(8,k)):((X,SBO),(1,LBO))` without a swizzle.
    fn mn_major(&self) -> Result<(i64, i64), Error> {
        let k = self.vectors.mode(1)?.size();
        let bits = self.tensor.element_bits();
        let allowed = [256 / bits, 128 / bits, 512 / bits];
        if self.hardware == Hardware::Gmma && !allowed.contains(&k) {
            let [dense, sparse_a, sparse_b] = allowed;
            let reason = format!("its K size is {k}; it is {dense}, or {sparse_a} or {sparse_b} when sparse");
            return Err(self.refused(reason));
        }
        let rows = if self.mode == SwizzleMode::B128Base32 { 4 } else { 8 };
        let [[stride_00, stride_01], [stride_10, stride_11]] = self.canonical(self.width(), rows)?;
        let is_plain = self.mode == SwizzleMode::Interleave;
        if !is_plain {
            self.expect_stride("(0,0)", stride_00, 1)?;
        }
        self.expect_stride("(1,0)", stride_10, self.width())?;
        Ok(if is_plain { (stride_11, stride_01) } else { (stride_01, stride_11) })
    }

    /// `((8,n),2):((W,SBO),1)`, with `((8,n),2):((1,SBO),LBO)` without a swizzle.
    fn k_major(&self) -> Result<(i64, i64), Error> {
        let (mn, k) = (self.vectors.mode(0)?.size(), self.vectors.mode(1)?.size());
        if self.mode == SwizzleMode::B128Base32 {
            return Err(
                self.refused("the swizzle of 32-byte pieces is for M- and N-major operands".to_owned())
            );
        }
        if mn % 8 != 0 {
            return Err(self.refused(format!("its M or N size {mn} is not a multiple of 8")));
        }
        if self.hardware == Hardware::Gmma && k != 2 && k != 4 {
            let reason = format!("its K size is {k} vectors of 16 bytes; it is 2, or 4 when sparse");
            return Err(self.refused(reason));
        }
        let [[stride_00, stride_01], [stride_10, _]] = self.canonical(8, 2)?;
        self.expect_stride("(0,0)", stride_00, self.width())?;
        if self.mode != SwizzleMode::Interleave {
            self.expect_stride("(1,0)", stride_10, 1)?;
        }
        Ok((stride_10, stride_01))
    }

    /// The 16-byte vectors of a row that the swizzle permutes.
    fn width(&self) -> i64 {
        self.mode.row_bytes() / 16
    }

    /// The strides of the vectors, each mode divided by these sizes: ((within, between),(within, between)).
    fn canonical(&self, mn: i64, k: i64) -> Result<[[i64; 2]; 2], Error> {
        let tiler = Tiler::ByMode(vec![TilerMode::Size(mn), TilerMode::Size(k)]);
        let divided = logical_divide(&self.vectors, &tiler);
        let divided = divided.map_err(|error| error.of_operation(self.hardware.operation()))?;
        let pair = |mode: usize| -> Result<[i64; 2], Error> {
            let layout = divided.mode(mode)?;
            let stride = layout.stride();
            let strides: Option<Vec<i64>> =
                stride.modes().iter().map(|mode| mode.as_int().copied()).collect();
            let strides = strides.and_then(|strides| <[i64; 2]>::try_from(strides).ok());
            strides.ok_or_else(|| {
                self.refused(format!("mode {mode} of its 16-byte vectors is {layout}, no pair of strides"))
            })
        };
        Ok([pair(0)?, pair(1)?])
    }

    fn expect_stride(&self, place: &str, found: i64, expected: i64) -> Result<(), Error> {
        if found == expected {
            return Ok(());
        }
        Err(self.refused(format!("stride {place} of its 16-byte vectors is {found}, not {expected}")))
    }
}

impl Hardware {
    fn operation(self) -> &'static str {
        match self {
            Hardware::Gmma => "make_gmma_desc",
            Hardware::Umma => "make_umma_desc",
        }
    }

    fn mode(self, tensor: &SmemLayout) -> Result<SwizzleMode, Error> {
        let swizzle = tensor.swizzle();
        let mode = SwizzleMode::of(&swizzle);
        let mode = mode.filter(|mode| self == Hardware::Umma || mode.gmma_layout_type().is_some());
        let (hardware, modes) = match self {
            Hardware::Gmma => ("SM90", SWIZZLES_SM90),
            Hardware::Umma => ("SM100", SWIZZLES_SM100),
        };
        mode.ok_or_else(|| {
            Error::new(self.operation(), ErrorKind::NoSwizzleMode { swizzle, hardware, modes })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gmma(major: Major, text: &str) -> Result<[i64; 3], Error> {
        let descriptor = make_gmma_desc(major, &text.parse()?)?;
        let MatrixDescriptor { layout_type, leading_byte_offset, stride_byte_offset, .. } = descriptor;
        Ok([i64::from(layout_type), leading_byte_offset, stride_byte_offset])
    }

    #[test]
    fn a_stride_that_is_not_canonical_is_named() {
        let error = gmma(Major::K, "Sw<3,4,3> o smem_ptr[16b](unset) o (64,16):(32,1)").unwrap_err();
        assert_eq!(
            error.to_string(),
            "make_gmma_desc: Sw<3,4,3> o smem_ptr[16b](unset) o (64,16):(32,1) is no canonical K-major layout: stride \
             (0,0) of its 16-byte vectors is 4, not 8"
        );
    }

    #[test]
    fn sm90_has_no_swizzle_of_32_byte_pieces() {
        let error = gmma(Major::MN, "Sw<2,5,2> o smem_ptr[32b](unset) o (64,8):(1,32)").unwrap_err();
        assert_eq!(
            error.to_string(),
            "make_gmma_desc: Sw<2,5,2> is no swizzle mode of SM90; those are Sw<0,4,3>, Sw<1,4,3>, Sw<2,4,3> and \
             Sw<3,4,3> on bytes"
        );
    }
}
