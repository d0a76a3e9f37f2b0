//! cuBLAS, where it is installed: what a GEMM is compared with.

use std::{
    ffi::{c_int, c_void},
    ptr,
};

use libloading::os::unix::{Library, Symbol};

use crate::{
    ErrorCode, Factor, RunError,
    kernel::{Matrix, matrix},
    plan::Gemm,
};

type Handle = *mut c_void;
type Create = unsafe extern "C" fn(*mut Handle) -> c_int;
type SetStream = unsafe extern "C" fn(Handle, *mut c_void) -> c_int;
type GemmEx = unsafe extern "C" fn(
    Handle,
    c_int,
    c_int,
    c_int,
    c_int,
    c_int,
    *const c_void,
    u64,
    c_int,
    c_int,
    u64,
    c_int,
    c_int,
    *const c_void,
    u64,
    c_int,
    c_int,
    c_int,
    c_int,
) -> c_int;

/// The algorithm that cuBLAS chooses itself.
const DEFAULT_ALGORITHM: c_int = -1;

/// A handle, which lives as long as the process: destroying it after a fault hangs.
pub(super) struct Cublas {
    handle: Handle,
    gemm: Symbol<GemmEx>,
    /// Dropped last: the function above lies in it.
    _library: Library,
}

/// A product as cuBLAS takes it, column after column: which operands are transposed, and their pitches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Product {
    /// C is computed transposed: A and B change places.
    swapped: bool,
    transposed: [bool; 2],
    sizes: [c_int; 3],
    pitches: [c_int; 3],
    factor: Factor,
}

impl Product {
    /// The product with these layouts, where each is a matrix with one stride a mode.
    pub(super) fn of(gemm: &Gemm) -> Option<Self> {
        let (a, b, c) = (matrix(&gemm.a)?, matrix(&gemm.b)?, matrix(&gemm.c)?);
        let swapped = c.along_second;
        let (left, right, rows, columns) =
            if swapped { (b, a, gemm.n, gemm.m) } else { (a, b, gemm.m, gemm.n) };
        let int = |number: i64| c_int::try_from(number).ok();
        let pitch = |matrix: Matrix| int(matrix.pitch);
        Some(Product {
            swapped,
            // The left operand is wanted as rows by K, the right one as K by columns; both are rows or columns by K.
            transposed: [left.along_second, !right.along_second],
            sizes: [int(rows)?, int(columns)?, int(gemm.k)?],
            pitches: [pitch(left)?, pitch(right)?, pitch(c)?],
            factor: gemm.factor,
        })
    }
}

impl Cublas {
    /// cuBLAS on this stream, or `None` where it does not work.
    pub(super) fn start_with(library: Library, stream: *mut c_void) -> Option<Self> {
        let mut handle = ptr::null_mut();
        // SAFETY: each type is the function's declaration in cublas_api.h, the same since CUDA 11; the pointer is to a
        // handle that lives through the call, and the stream lives as long as the process.
        let gemm = unsafe {
            let create: Symbol<Create> = library.get(b"cublasCreate_v2\0").ok()?;
            let set_stream: Symbol<SetStream> = library.get(b"cublasSetStream_v2\0").ok()?;
            let gemm: Symbol<GemmEx> = library.get(b"cublasGemmEx\0").ok()?;
            if create(&raw mut handle) != 0 || set_stream(handle, stream) != 0 {
                return None;
            }
            gemm
        };
        Some(Cublas { handle, gemm, _library: library })
    }

    /// Starts a product, with sums in f32 or f64 and no TF32.
    ///
    /// # Safety
    /// The addresses must name operands on the GPU as large as the product's layouts.
    pub(super) unsafe fn start(&self, product: &Product, [a, b, c]: [u64; 3]) -> Result<(), RunError> {
        let (element, computed): (c_int, c_int) = match product.factor {
            Factor::F64 => (1, 70),
            Factor::F32 => (0, 68),
            Factor::F16 => (2, 68),
            Factor::BF16 => (14, 68),
        };
        let (one, zero, wide_one, wide_zero) = (1_f32, 0_f32, 1_f64, 0_f64);
        let (alpha, beta): (*const c_void, *const c_void) = match product.factor {
            Factor::F64 => ((&raw const wide_one).cast(), (&raw const wide_zero).cast()),
            Factor::F32 | Factor::F16 | Factor::BF16 => ((&raw const one).cast(), (&raw const zero).cast()),
        };
        let (left, right) = if product.swapped { (b, a) } else { (a, b) };
        let [rows, columns, k] = product.sizes;
        let [pitch_left, pitch_right, pitch_c] = product.pitches;
        let [transposed_left, transposed_right] = product.transposed.map(c_int::from);
        // SAFETY: the scalars live through the call, which reads them on the host; the rest is this function's contract.
        let status = unsafe {
            (self.gemm)(
                self.handle,
                transposed_left,
                transposed_right,
                rows,
                columns,
                k,
                alpha,
                left,
                element,
                pitch_left,
                right,
                element,
                pitch_right,
                beta,
                c,
                element,
                pitch_c,
                computed,
                DEFAULT_ALGORITHM,
            )
        };
        if status == 0 {
            return Ok(());
        }
        Err(RunError::new(ErrorCode::LaunchFailed, format!("cuBLAS refused the product (status {status})")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeviceChoice, ElementType, Operation, Request, Work, check};

    /// Whether A and B change places, which are transposed, the sizes and the pitches.
    type Facts = (bool, [bool; 2], [i32; 3], [i32; 3]);

    #[track_caller]
    fn product(a: &str, b: &str, c: &str) -> Option<Facts> {
        let operation =
            Operation::Gemm { a: a.parse().unwrap(), b: b.parse().unwrap(), c: c.parse().unwrap() };
        let request = Request { operation, element: ElementType::F32, device: DeviceChoice::Auto };
        let Work::Gemm(gemm) = check(&request).unwrap().work else { panic!("a gemm") };
        let Product { swapped, transposed, sizes, pitches, .. } = Product::of(&gemm)?;
        Some((swapped, transposed, sizes, pitches))
    }

    #[test]
    fn layouts_become_transpositions_and_pitches() {
        assert_eq!(
            product("(64,32):(1,64)", "(48,32):(1,50)", "(64,48):(1,64)"),
            Some((false, [false, true], [64, 48, 32], [64, 50, 64]))
        );
        assert_eq!(
            product("(64,32):(32,1)", "(48,32):(32,1)", "(64,48):(1,64)"),
            Some((false, [true, false], [64, 48, 32], [32, 32, 64]))
        );
        assert_eq!(
            product("(64,32):(32,1)", "(48,32):(1,48)", "(64,48):(48,1)"),
            Some((true, [false, false], [48, 64, 32], [48, 32, 48]))
        );
        assert_eq!(product("((8,8),32):((1,256),8)", "(48,32):(1,48)", "(64,48):(1,64)"), None);
    }
}
