//! The plain GEMM: tiles of A and B in shared memory, an 8x8 square of C in each thread's registers.

use crate::kernel::{Kernel, Offset, index_type};
use crate::{Factor, Operand, plan::Gemm};

/// Threads of a block, 16 by 16.
const GEMM_THREADS: u32 = 256;

/// Rows and columns of C that a block computes.
const TILE_MN: i64 = 128;

/// Columns of A and B that are in shared memory at a time.
const TILE_K: i64 = 16;

/// The GEMM kernel for these layouts.
pub(super) fn kernel(gemm: &Gemm) -> Kernel {
    let Gemm { factor, a, b, c, m, n, k, a_cells, b_cells, c_cells, .. } = gemm;
    // A tile may begin below a size and end one tile beyond it.
    let largest = [*m, *n, *k, *a_cells, *b_cells, *c_cells].into_iter().max().unwrap_or(0);
    let index = index_type(largest.saturating_add(TILE_MN), [a, b, c]);
    let offsets = [("offset_a", a, ["m", "k"]), ("offset_b", b, ["n", "k"]), ("offset_c", c, ["m", "n"])]
        .map(|(name, operand, modes)| Offset::of_mode_coordinates(operand).function(name, &modes))
        .join("\n");
    let (mode_m, mode_n) = if runs_along_first_mode(c) { (FAST, SLOW) } else { (SLOW, FAST) };
    let text = KERNEL
        .replace("@A@", &a.to_string())
        .replace("@B@", &b.to_string())
        .replace("@C@", &c.to_string())
        .replace("@ELEMENT@", factor.name())
        .replace("@INDEX@", index)
        .replace("@TYPES@", arithmetic(*factor))
        .replace("@OFFSETS@", &offsets)
        .replace("@M@", &m.to_string())
        .replace("@N@", &n.to_string())
        .replace("@K@", &k.to_string())
        .replace("@MODE_M@", mode_m)
        .replace("@MODE_N@", mode_n)
        .replace("@STAGE_A@", stage_order(a))
        .replace("@STAGE_B@", stage_order(b))
        .replace("@TILE_K@", &TILE_K.to_string())
        .replace("@TILE_MN@", &TILE_MN.to_string())
        .replace("@THREADS@", &GEMM_THREADS.to_string());
    let tiles = |size: &i64| size.unsigned_abs().div_ceil(TILE_MN.unsigned_abs());
    Kernel::new(text, "gemm", tiles(m) * tiles(n), GEMM_THREADS)
}

const FAST: &str = "threadIdx.x % 16";
const SLOW: &str = "threadIdx.x / 16";

/// Whether neighbouring coordinates of mode 0 are nearer in memory than those of mode 1.
fn runs_along_first_mode(operand: &Operand) -> bool {
    let least = |leaves: &[crate::operand::Leaf]| {
        leaves.iter().filter(|leaf| leaf.shape > 1 && leaf.stride != 0).map(|leaf| leaf.stride.abs()).min()
    };
    // A mode that does not move is the farther one. An operand of a GEMM has two modes; this chooses an order of work only.
    match operand.modes().as_slice() {
        [first, second] => least(first).unwrap_or(i64::MAX) <= least(second).unwrap_or(i64::MAX),
        _ => true,
    }
}

/// How element e of a tile of A or B gets its coordinates, so that neighbouring threads read neighbouring elements.
pub(super) fn stage_order(operand: &Operand) -> &'static str {
    if runs_along_first_mode(operand) {
        "const unsigned row = e % @TILE_MN@, column = e / @TILE_MN@;"
    } else {
        "const unsigned row = e / @TILE_K@, column = e % @TILE_K@;"
    }
}

/// The element's and the accumulator's type, and the way between them.
pub(super) fn arithmetic(factor: Factor) -> &'static str {
    match factor {
        Factor::F64 => {
            "typedef double element_t;
typedef double accumulator_t;
__device__ __forceinline__ accumulator_t widen(element_t x) { return x; }
__device__ __forceinline__ element_t narrow(accumulator_t x) { return x; }"
        }
        Factor::F16 => {
            "typedef unsigned short element_t;
typedef float accumulator_t;
__device__ __forceinline__ accumulator_t widen(element_t x) {
  float value;
  asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(value) : \"h\"(x));
  return value;
}
__device__ __forceinline__ element_t narrow(accumulator_t x) {
  unsigned short bits;
  asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(bits) : \"f\"(x));
  return bits;
}"
        }
        Factor::BF16 => {
            "typedef unsigned short element_t;
typedef float accumulator_t;
__device__ __forceinline__ accumulator_t widen(element_t x) { return __uint_as_float((unsigned)x << 16); }
__device__ __forceinline__ element_t narrow(accumulator_t x) {
  const unsigned bits = __float_as_uint(x);
  if (x != x) return 0x7fff;
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;  // to nearest even
}"
        }
        Factor::F32 => {
            "typedef float element_t;
typedef float accumulator_t;
__device__ __forceinline__ accumulator_t widen(element_t x) { return x; }
__device__ __forceinline__ element_t narrow(accumulator_t x) { return x; }"
        }
    }
}

const KERNEL: &str = "\
// gemm, C(m,n) = sum over k of A(m,k) B(n,k), @ELEMENT@
//   A (M,K)  @A@
//   B (N,K)  @B@
//   C (M,N)  @C@
// A block computes a @TILE_MN@x@TILE_MN@ tile of C from @TILE_MN@x@TILE_K@ tiles of A and B in shared memory; a thread
// computes 8x8 elements, 16 apart. Coordinates beyond M, N or K are predicated: they read as 0 and are not written.
typedef @INDEX@ index_t;
@TYPES@

@OFFSETS@
extern \"C\" __global__ void __launch_bounds__(@THREADS@)
gemm(const element_t* __restrict__ a, const element_t* __restrict__ b, element_t* __restrict__ c) {
  const index_t M = @M@, N = @N@, K = @K@;
  __shared__ accumulator_t tile_a[@TILE_K@][@TILE_MN@ + 1];
  __shared__ accumulator_t tile_b[@TILE_K@][@TILE_MN@ + 1];
  const index_t tiles_m = (M + @TILE_MN@ - 1) / @TILE_MN@;
  const index_t m0 = blockIdx.x % tiles_m * @TILE_MN@, n0 = blockIdx.x / tiles_m * @TILE_MN@;
  const unsigned thread_m = @MODE_M@, thread_n = @MODE_N@;

  accumulator_t sum[8][8] = {};
  for (index_t k0 = 0; k0 < K; k0 += @TILE_K@) {
#pragma unroll
    for (unsigned e = threadIdx.x; e < @TILE_MN@ * @TILE_K@; e += @THREADS@) {
      @STAGE_A@
      const index_t m = m0 + row, k = k0 + column;
      tile_a[column][row] = m < M && k < K ? widen(a[offset_a(m, k)]) : (accumulator_t)0;
    }
#pragma unroll
    for (unsigned e = threadIdx.x; e < @TILE_MN@ * @TILE_K@; e += @THREADS@) {
      @STAGE_B@
      const index_t n = n0 + row, k = k0 + column;
      tile_b[column][row] = n < N && k < K ? widen(b[offset_b(n, k)]) : (accumulator_t)0;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < @TILE_K@; ++k) {
      accumulator_t column_a[8], column_b[8];
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        column_a[i] = tile_a[k][thread_m + 16 * i];
        column_b[i] = tile_b[k][thread_n + 16 * i];
      }
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] += column_a[i] * column_b[j];
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 8; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      const index_t m = m0 + thread_m + 16 * i, n = n0 + thread_n + 16 * j;
      if (m < M && n < N) c[offset_c(m, n)] = narrow(sum[i][j]);
    }
}
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DeviceChoice, ElementType, KernelDevice, Operation, Request, check};

    /// It has none of the instructions that the faster kernels need.
    const TURING: KernelDevice = KernelDevice { capability: 75, multiprocessors: 40 };

    #[track_caller]
    fn kernel(a: &str, b: &str, c: &str, element: ElementType) -> Kernel {
        let operation =
            Operation::Gemm { a: a.parse().unwrap(), b: b.parse().unwrap(), c: c.parse().unwrap() };
        check(&Request { operation, element, device: DeviceChoice::Auto }).unwrap().kernel_for(TURING)
    }

    #[test]
    fn a_half_precision_gemm_is_readable_code() {
        let kernel = kernel("(257,63):(1,257)", "(100,63):(63,1)", "(257,100):(100,1)", ElementType::F16);
        assert_eq!((kernel.name, kernel.blocks, kernel.threads), ("gemm", 3, 256));
        insta::assert_snapshot!(kernel.source, @r#"
        // gemm, C(m,n) = sum over k of A(m,k) B(n,k), f16
        //   A (M,K)  (257,63):(1,257)
        //   B (N,K)  (100,63):(63,1)
        //   C (M,N)  (257,100):(100,1)
        // A block computes a 128x128 tile of C from 128x16 tiles of A and B in shared memory; a thread
        // computes 8x8 elements, 16 apart. Coordinates beyond M, N or K are predicated: they read as 0 and are not written.
        typedef unsigned int index_t;
        typedef unsigned short element_t;
        typedef float accumulator_t;
        __device__ __forceinline__ accumulator_t widen(element_t x) {
          float value;
          asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(x));
          return value;
        }
        __device__ __forceinline__ element_t narrow(accumulator_t x) {
          unsigned short bits;
          asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
          return bits;
        }

        __device__ __forceinline__ index_t offset_a(index_t m, index_t k) {
          return m + k * 257;
        }

        __device__ __forceinline__ index_t offset_b(index_t n, index_t k) {
          return n * 63 + k;
        }

        __device__ __forceinline__ index_t offset_c(index_t m, index_t n) {
          return m * 100 + n;
        }

        extern "C" __global__ void __launch_bounds__(256)
        gemm(const element_t* __restrict__ a, const element_t* __restrict__ b, element_t* __restrict__ c) {
          const index_t M = 257, N = 100, K = 63;
          __shared__ accumulator_t tile_a[16][128 + 1];
          __shared__ accumulator_t tile_b[16][128 + 1];
          const index_t tiles_m = (M + 128 - 1) / 128;
          const index_t m0 = blockIdx.x % tiles_m * 128, n0 = blockIdx.x / tiles_m * 128;
          const unsigned thread_m = threadIdx.x / 16, thread_n = threadIdx.x % 16;

          accumulator_t sum[8][8] = {};
          for (index_t k0 = 0; k0 < K; k0 += 16) {
        #pragma unroll
            for (unsigned e = threadIdx.x; e < 128 * 16; e += 256) {
              const unsigned row = e % 128, column = e / 128;
              const index_t m = m0 + row, k = k0 + column;
              tile_a[column][row] = m < M && k < K ? widen(a[offset_a(m, k)]) : (accumulator_t)0;
            }
        #pragma unroll
            for (unsigned e = threadIdx.x; e < 128 * 16; e += 256) {
              const unsigned row = e / 16, column = e % 16;
              const index_t n = n0 + row, k = k0 + column;
              tile_b[column][row] = n < N && k < K ? widen(b[offset_b(n, k)]) : (accumulator_t)0;
            }
            __syncthreads();
        #pragma unroll
            for (int k = 0; k < 16; ++k) {
              accumulator_t column_a[8], column_b[8];
        #pragma unroll
              for (int i = 0; i < 8; ++i) {
                column_a[i] = tile_a[k][thread_m + 16 * i];
                column_b[i] = tile_b[k][thread_n + 16 * i];
              }
        #pragma unroll
              for (int i = 0; i < 8; ++i)
        #pragma unroll
                for (int j = 0; j < 8; ++j) sum[i][j] += column_a[i] * column_b[j];
            }
            __syncthreads();
          }

        #pragma unroll
          for (int i = 0; i < 8; ++i)
        #pragma unroll
            for (int j = 0; j < 8; ++j) {
              const index_t m = m0 + thread_m + 16 * i, n = n0 + thread_n + 16 * j;
              if (m < M && n < N) c[offset_c(m, n)] = narrow(sum[i][j]);
            }
        }
        "#);
    }

    #[test]
    fn every_placeholder_is_filled() {
        for element in [ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16] {
            let kernel = kernel("(64,32):(1,64)", "(48,32):(1,48)", "(64,48):(1,64)", element);
            assert!(!kernel.source.contains('@'), "{}", kernel.source);
        }
    }

    #[test]
    fn nested_modes_are_divided_within_their_mode() {
        let kernel =
            kernel("((8,8),32):((1,256),8)", "(48,(4,8)):(1,(48,192))", "(64,48):(48,1)", ElementType::F32);
        let functions: Vec<_> = kernel.source.lines().filter(|line| line.starts_with("  return")).collect();
        insta::assert_snapshot!(functions.join("\n"), @r#"
        return m % 8 + m / 8 * 256 + k * 8;
        return n + k % 4 * 48 + k / 4 * 192;
        return m * 48 + n;
        "#);
    }
}
