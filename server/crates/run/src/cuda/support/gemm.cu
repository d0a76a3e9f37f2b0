// Products: what A and B hold, the product in float64, and how far C is from it.
__device__ double widen(double x) { return x; }
__device__ double widen(float x) { return x; }
__device__ double widen(bf16 x) { return __uint_as_float((u32)x.bits << 16); }
__device__ double widen(f16 x) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(x.bits));
  return value;
}

// Element `offset` of A or B: in [-1, 1], rounded to T.
template <class T> __device__ T value(i64 offset, u64 seed);
template <> __device__ double value<double>(i64 offset, u64 seed) {
  return (double)(mix(offset, seed) >> 11) * (1.0 / 4503599627370496.0) - 1.0;
}
template <> __device__ float value<float>(i64 offset, u64 seed) {
  return (float)(mix(offset, seed) >> 40) * (1.0f / 8388608.0f) - 1.0f;
}
template <> __device__ f16 value<f16>(i64 offset, u64 seed) {
  f16 half;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half.bits) : "f"(value<float>(offset, seed)));
  return half;
}
template <> __device__ bf16 value<bf16>(i64 offset, u64 seed) {
  const u32 bits = __float_as_uint(value<float>(offset, seed));
  return {(u16)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16)};
}

template <class T> __device__ void fill_values(T* cells, i64 count, u64 seed) {
#pragma unroll 1
  for (i64 offset = first_index(); offset < count; offset += index_step()) cells[offset] = value<T>(offset, seed);
}

// What the operand should hold, as a compact matrix, row after row.
template <class T>
__device__ void expect_values(const Layout& operand, i64 rows, i64 columns, u64 seed, double* matrix) {
#pragma unroll 1
  for (i64 index = first_index(); index < rows * columns; index += index_step())
    matrix[index % rows * columns + index / rows] = widen(value<T>(offset_of(operand, index), seed));
}

// c(m,n) = sum over k of a(m,k) b(n,k); a and b row after row, c column after column. A block has 16x16 threads.
extern "C" __global__ void reference(const double* a, const double* b, double* c, i64 m, i64 n, i64 k) {
  __shared__ double rows_a[16][17], rows_b[16][17];
  const i64 tiles_m = (m + 15) / 16, tiles = tiles_m * ((n + 15) / 16);
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
#pragma unroll 1
  for (i64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const i64 m0 = tile % tiles_m * 16, n0 = tile / tiles_m * 16;
    double sum = 0;
#pragma unroll 1
    for (i64 k0 = 0; k0 < k; k0 += 16) {
      rows_a[y][x] = m0 + y < m && k0 + x < k ? a[(m0 + y) * k + k0 + x] : 0;
      rows_b[y][x] = n0 + y < n && k0 + x < k ? b[(n0 + y) * k + k0 + x] : 0;
      __syncthreads();
      for (int i = 0; i < 16; ++i) sum += rows_a[x][i] * rows_b[y][i];
      __syncthreads();
    }
    if (m0 + x < m && n0 + y < n) c[(n0 + y) * m + m0 + x] = sum;
  }
}

template <class T>
__device__ void check_gemm(const Layout& c, i64 size, const T* cells, const double* expected, double tolerance,
                           double relative, double step, Findings* findings) {
  double squared_error = 0, squared_reference = 0, max_error = 0;
  u64 compared = 0;
#pragma unroll 1
  for (i64 index = first_index(); index < size; index += index_step()) {
    ++compared;
    const double reference = expected[index];
    const double error = fabs(widen(cells[offset_of(c, index)]) - reference);
    if (!(error <= tolerance + relative * fabs(reference) + step)) {
      atomicAdd(&findings->wrong, 1ull);
      atomicMin(&findings->first, (u64)index);
    }
    squared_error += error * error;
    squared_reference += reference * reference;
    max_error = error > max_error || error != error ? error : max_error;
  }
  add_up(compared, &findings->compared);
  for (int lanes = 16; lanes; lanes >>= 1) {
    squared_error += __shfl_xor_sync(~0u, squared_error, lanes);
    squared_reference += __shfl_xor_sync(~0u, squared_reference, lanes);
    const double other = __shfl_xor_sync(~0u, max_error, lanes);
    max_error = other > max_error || other != other ? other : max_error;
  }
  if (threadIdx.x % 32 == 0) {
    atomicAdd(&findings->squared_error, squared_error);
    atomicAdd(&findings->squared_reference, squared_reference);
    // The bits of doubles from 0 on are in the doubles' order, and NaN is above them all.
    atomicMax(&findings->max_error, (u64)__double_as_longlong(fabs(max_error)));
  }
}

#define GEMM_OF(T, NAME, BITS)                                                                                         \
  extern "C" __global__ void fill_values_##NAME(T* cells, i64 count, u64 seed) { fill_values(cells, count, seed); }    \
  extern "C" __global__ void expect_values_##NAME(Layout operand, i64 rows, i64 columns, u64 seed, double* matrix) {   \
    expect_values<T>(operand, rows, columns, seed, matrix);                                                            \
  }                                                                                                                    \
  extern "C" __global__ void check_gemm_##NAME(Layout c, i64 size, const T* cells, const double* expected,             \
                                               double tolerance, double relative, double step, Findings* findings) {   \
    check_gemm(c, size, cells, expected, tolerance, relative, step, findings);                                         \
  }                                                                                                                    \
  extern "C" __global__ void count_written_##NAME(const BITS* cells, i64 count, Findings* findings) {                  \
    count_written(cells, count, findings);                                                                             \
  }
GEMM_OF(@TYPE@, @ELEMENT@, @BITS@)
