//! The kernels of `support/`: they fill buffers, check results and time shared memory on the device, for any layouts.

use std::{ffi::c_void, sync::Arc};

use cudarc::driver::CudaModule;

use super::device::{Driver, Memory};
use crate::{Factor, MAX_KERNEL_LEAVES, Operand, RunError, invariant::invariant};

/// What runs of one kind need; each part is compiled when the first of them comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// Copies of elements of this many bytes.
    Copy(u64),
    /// GEMMs of this element type.
    Gemm(Factor),
    /// Accesses to shared memory of this many bytes.
    Shared(i64),
}

impl Part {
    /// The source of its kernels.
    pub(super) fn source(self) -> String {
        let common = include_str!("support/common.cu");
        match self {
            Part::Copy(width) => {
                let text = include_str!("support/copy.cu").replace("@TYPE@", bits(width));
                format!("{common}\n{}", text.replace("@BYTES@", &width.to_string()))
            }
            Part::Gemm(factor) => {
                let value = match factor {
                    Factor::F64 => "double",
                    Factor::F32 => "float",
                    Factor::F16 => "f16",
                    Factor::BF16 => "bf16",
                };
                let text = include_str!("support/gemm.cu").replace("@TYPE@", value);
                let text = text.replace("@ELEMENT@", factor.name());
                format!("{common}\n{}", text.replace("@BITS@", bits(factor.width())))
            }
            Part::Shared(bytes) => {
                let text = include_str!("support/shared.cu").replace("@TYPE@", bits(bytes.unsigned_abs()));
                format!("{common}\n{}", text.replace("@BYTES@", &bytes.to_string()))
            }
        }
    }
}

/// The unsigned type of so many bytes.
fn bits(width: u64) -> &'static str {
    match width {
        1 => "u8",
        2 => "u16",
        4 => "u32",
        8 => "u64",
        width => {
            invariant!(width == 16, "an element of {width} bytes");
            "u128"
        }
    }
}

/// Threads of a block of every kernel there.
const THREADS: u32 = 256;

/// Blocks of a launch at most; the kernels' loops take the rest, so that what threads add up is added to the findings
/// rarely.
const MAX_BLOCKS: u64 = 1 << 12;

/// `struct Layout` of `support/common.cu`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    offset: i64,
    source_mask: i64,
    shift: i32,
    leaves: i32,
    shape: [i64; MAX_KERNEL_LEAVES],
    stride: [i64; MAX_KERNEL_LEAVES],
}

/// `struct Findings` of `support/common.cu`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Findings {
    pub(super) compared: u64,
    pub(super) wrong: u64,
    pub(super) first: u64,
    pub(super) written: u64,
    pub(super) max_error: f64,
    pub(super) squared_error: f64,
    pub(super) squared_reference: f64,
}

/// Bytes of `struct Findings`.
const FINDINGS_BYTES: usize = 56;

impl Layout {
    /// The table of a checked operand.
    pub(super) fn of(operand: &Operand) -> Self {
        let mut table = Layout {
            offset: operand.offset(),
            source_mask: operand.swizzle().map_or(0, |swizzle| swizzle.source_mask()),
            shift: operand.swizzle().map_or(0, |swizzle| swizzle.shift()),
            leaves: 0,
            shape: [1; MAX_KERNEL_LEAVES],
            stride: [0; MAX_KERNEL_LEAVES],
        };
        let leaves = operand.leaves();
        invariant!(leaves.len() <= MAX_KERNEL_LEAVES, "{operand} has {} leaves", leaves.len());
        for ((leaf, shape), stride) in leaves.into_iter().zip(&mut table.shape).zip(&mut table.stride) {
            (*shape, *stride) = (leaf.shape, leaf.stride);
            table.leaves += 1;
        }
        table
    }
}

impl Findings {
    /// What the kernels add to.
    pub(super) fn empty(driver: &Driver) -> Result<Memory<'_>, RunError> {
        let mut memory = driver.allocate(FINDINGS_BYTES as u64)?;
        let words: [u64; 7] = [0, 0, u64::MAX, 0, 0, 0, 0];
        memory.write(&words.map(u64::to_ne_bytes).concat())?;
        Ok(memory)
    }

    /// What they found.
    pub(super) fn read(memory: &Memory<'_>) -> Result<Self, RunError> {
        let mut words = [0; 7];
        for (position, word) in (0..).zip(&mut words) {
            let mut bytes = [0; 8];
            memory.read(position * 8, &mut bytes)?;
            *word = u64::from_ne_bytes(bytes);
        }
        let [compared, wrong, first, written, max_error, squared_error, squared_reference] = words;
        let [max_error, squared_error, squared_reference] =
            [max_error, squared_error, squared_reference].map(f64::from_bits);
        Ok(Findings { compared, wrong, first, written, max_error, squared_error, squared_reference })
    }
}

/// The compiled kernels of a part.
#[derive(Clone)]
pub(super) struct Support {
    module: Arc<CudaModule>,
}

impl Support {
    pub(super) fn new(module: Arc<CudaModule>) -> Self {
        Support { module }
    }

    /// Starts the kernel `name` with enough threads for `count` elements.
    ///
    /// # Safety
    /// The arguments must be the kernel's, and the memory that they name as large as the kernel takes it to be.
    pub(super) unsafe fn launch(
        &self,
        driver: &Driver,
        name: &str,
        count: i64,
        arguments: &[Argument<'_>],
    ) -> Result<(), RunError> {
        let function = driver.function(&self.module, name)?;
        let mut addresses: Vec<*mut c_void> = arguments.iter().map(Argument::address).collect();
        let blocks = count.unsigned_abs().div_ceil(THREADS.into()).clamp(1, MAX_BLOCKS);
        // SAFETY: this function's contract; the loops of the kernels take any number of blocks.
        unsafe { driver.launch(&function, (blocks, THREADS, 0), &mut addresses) }
    }
}

impl Support {
    /// Starts one block of the kernel `name` with so much shared memory.
    ///
    /// # Safety
    /// The arguments must be the kernel's, and the memory that they name as large as the kernel takes it to be.
    pub(super) unsafe fn launch_block(
        &self,
        driver: &Driver,
        name: &str,
        shared_bytes: u32,
        arguments: &[Argument<'_>],
    ) -> Result<(), RunError> {
        let function = driver.function(&self.module, name)?;
        driver.allow_shared(&function, shared_bytes)?;
        let mut addresses: Vec<*mut c_void> = arguments.iter().map(Argument::address).collect();
        // SAFETY: this function's contract.
        unsafe { driver.launch(&function, (1, THREADS, shared_bytes), &mut addresses) }
    }
}

/// One argument of a kernel of `support/`.
pub(super) enum Argument<'a> {
    /// A pointer.
    Pointer(u64),
    /// An `i64`.
    Integer(i64),
    /// A `u64`.
    Seed(u64),
    /// A `double`.
    Double(f64),
    /// A `Layout`, by value.
    Layout(&'a Layout),
}

impl Argument<'_> {
    /// Where the driver finds the value; it copies it during the launch.
    fn address(&self) -> *mut c_void {
        match self {
            Argument::Pointer(value) | Argument::Seed(value) => std::ptr::from_ref(value).cast_mut().cast(),
            Argument::Integer(value) => std::ptr::from_ref(value).cast_mut().cast(),
            Argument::Double(value) => std::ptr::from_ref(value).cast_mut().cast(),
            Argument::Layout(value) => std::ptr::from_ref(*value).cast_mut().cast(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_the_layout_that_the_device_expects() {
        assert_eq!(size_of::<Layout>(), 8 + 8 + 4 + 4 + 2 * 8 * MAX_KERNEL_LEAVES);
        assert_eq!(std::mem::offset_of!(Layout, shape), 24);
        assert!(
            Part::Copy(4)
                .source()
                .contains(&format!("i64 shape[{MAX_KERNEL_LEAVES}], stride[{MAX_KERNEL_LEAVES}];"))
        );
    }
}
