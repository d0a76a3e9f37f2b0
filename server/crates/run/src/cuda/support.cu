// Filling and checking buffers on the device, for any layouts: one source for all runs.
//
// Layouts come as tables and their offsets are computed by loops over them, so that this code shares nothing with the
// generated kernels that it checks. The data are those of data.rs.
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;
struct alignas(16) u128 { u64 low, high; };
struct bf16 { u16 bits; };
struct f16 { u16 bits; };

// Layout in support.rs.
struct Layout {
  i64 offset, source_mask;
  int shift, leaves;
  i64 shape[32], stride[32];
};

// Findings in support.rs.
struct Findings {
  u64 wrong, first, written, max_error;
  double squared_error, squared_reference;
};

__device__ i64 offset_of(const Layout& layout, i64 index) {
  i64 offset = layout.offset;
  for (int leaf = 0; leaf < layout.leaves; ++leaf) {
    offset += index % layout.shape[leaf] * layout.stride[leaf];
    index /= layout.shape[leaf];
  }
  const i64 bits = offset & layout.source_mask;
  return offset ^ (layout.shift >= 0 ? bits >> layout.shift : bits << -layout.shift);
}

__device__ i64 first_index() { return (i64)blockIdx.x * blockDim.x + threadIdx.x; }
__device__ i64 index_step() { return (i64)gridDim.x * blockDim.x; }

// ---- data ----

__device__ u64 mix(i64 offset, u64 seed) {
  u64 bits = (u64)offset + seed * 0x9e3779b97f4a7c15ull;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ull;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebull;
  return bits ^ (bits >> 31);
}

#define SOURCE 1ull

template <class T> __device__ T datum(i64 offset) {
  const u64 low = mix(offset, SOURCE);
  return (T)((low & 0xff) == 0xff ? low ^ 0x80 : low);
}
template <> __device__ u128 datum<u128>(i64 offset) { return {datum<u64>(offset), mix(offset, SOURCE + 0x100)}; }

template <class T> __device__ bool same(T x, T y) { return x == y; }
template <> __device__ bool same<u128>(u128 x, u128 y) { return x.low == y.low && x.high == y.high; }

template <class T> __device__ bool is_poison(T x) { return x == (T)~(T)0; }
template <> __device__ bool is_poison<u128>(u128 x) { return x.low == ~0ull && x.high == ~0ull; }

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

// ---- copy ----

template <class T> __device__ void fill(T* cells, i64 count) {
  for (i64 offset = first_index(); offset < count; offset += index_step()) cells[offset] = datum<T>(offset);
}

template <class T>
__device__ void check_copy(const Layout& source, const Layout& destination, i64 size, const T* cells, Findings* findings) {
  for (i64 index = first_index(); index < size; index += index_step()) {
    if (!same(cells[offset_of(destination, index)], datum<T>(offset_of(source, index)))) {
      atomicAdd(&findings->wrong, 1ull);
      atomicMin(&findings->first, (u64)index);
    }
  }
}

template <class T> __device__ void count_written(const T* cells, i64 count, Findings* findings) {
  u64 written = 0;
  for (i64 cell = first_index(); cell < count; cell += index_step()) written += !is_poison(cells[cell]);
  for (int lanes = 16; lanes; lanes >>= 1) written += __shfl_xor_sync(~0u, written, lanes);
  if (threadIdx.x % 32 == 0) atomicAdd(&findings->written, written);
}

#define COPY_OF(T, NAME)                                                                                               \
  extern "C" __global__ void fill_##NAME(T* cells, i64 count) { fill(cells, count); }                                  \
  extern "C" __global__ void check_copy_##NAME(Layout source, Layout destination, i64 size, const T* cells,            \
                                               Findings* findings) {                                                   \
    check_copy(source, destination, size, cells, findings);                                                            \
  }                                                                                                                    \
  extern "C" __global__ void count_written_##NAME(const T* cells, i64 count, Findings* findings) {                     \
    count_written(cells, count, findings);                                                                             \
  }
COPY_OF(u8, 1)
COPY_OF(u16, 2)
COPY_OF(u32, 4)
COPY_OF(u64, 8)
COPY_OF(u128, 16)

// ---- shared memory ----

// Volatile: the compiler makes one access of several to one address.

template <class T> __device__ __forceinline__ u32 read_shared(u32 address);
template <> __device__ __forceinline__ u32 read_shared<u8>(u32 address) {
  u16 x;
  asm volatile("ld.volatile.shared.u8 %0, [%1];" : "=h"(x) : "r"(address));
  return x;
}
template <> __device__ __forceinline__ u32 read_shared<u16>(u32 address) {
  u16 x;
  asm volatile("ld.volatile.shared.u16 %0, [%1];" : "=h"(x) : "r"(address));
  return x;
}
template <> __device__ __forceinline__ u32 read_shared<u32>(u32 address) {
  u32 x;
  asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(x) : "r"(address));
  return x;
}
template <> __device__ __forceinline__ u32 read_shared<u64>(u32 address) {
  u32 x, y;
  asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(address));
  return x ^ y;
}
template <> __device__ __forceinline__ u32 read_shared<u128>(u32 address) {
  u32 x, y, z, w;
  asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(address));
  return x ^ y ^ z ^ w;
}
template <class T> __device__ __forceinline__ void write_shared(u32 address, u64 x);
template <> __device__ __forceinline__ void write_shared<u8>(u32 address, u64 x) {
  asm volatile("st.volatile.shared.u8 [%0], %1;" ::"r"(address), "h"((u16)x));
}
template <> __device__ __forceinline__ void write_shared<u16>(u32 address, u64 x) {
  asm volatile("st.volatile.shared.u16 [%0], %1;" ::"r"(address), "h"((u16)x));
}
template <> __device__ __forceinline__ void write_shared<u32>(u32 address, u64 x) {
  asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(address), "r"((u32)x));
}
template <> __device__ __forceinline__ void write_shared<u64>(u32 address, u64 x) {
  asm volatile("st.volatile.shared.u64 [%0], %1;" ::"r"(address), "l"(x));
}
template <> __device__ __forceinline__ void write_shared<u128>(u32 address, u64 x) {
  asm volatile("st.volatile.shared.v2.u64 [%0], {%1, %1};" ::"r"(address), "l"(x));
}

// Cycles that a block takes to make 8 accesses of a warp `rounds` times in each of its warps; addresses[access][lane].
template <class T> __device__ void time_shared(const u32* addresses, i64 writes, i64 rounds, u64* cycles) {
  extern __shared__ __align__(16) unsigned char cells[];
  u32 base, at[8], seen = 0;
  asm("{.reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t;}" : "=r"(base) : "l"(cells));
#pragma unroll
  for (int access = 0; access < 8; ++access) at[access] = base + addresses[access * 32 + threadIdx.x % 32];
  __syncthreads();
  const i64 before = clock64();
  if (writes) {
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
      for (int access = 0; access < 8; ++access) write_shared<T>(at[access], round);
    }
  } else {
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
      for (int access = 0; access < 8; ++access) seen ^= read_shared<T>(at[access]);
    }
  }
  __syncthreads();
  const i64 after = clock64();
  // What is read is used, or it would not be read.
  write_shared<u32>(base + threadIdx.x % 32 * 4, seen);
  if (threadIdx.x == 0) *cycles = after - before;
}

#define SHARED_OF(T, NAME)                                                                                             \
  extern "C" __global__ void time_shared_##NAME(const u32* addresses, i64 writes, i64 rounds, u64* cycles) {           \
    time_shared<T>(addresses, writes, rounds, cycles);                                                                 \
  }
SHARED_OF(u8, 1)
SHARED_OF(u16, 2)
SHARED_OF(u32, 4)
SHARED_OF(u64, 8)
SHARED_OF(u128, 16)

// ---- gemm ----

template <class T> __device__ void fill_values(T* cells, i64 count, u64 seed) {
  for (i64 offset = first_index(); offset < count; offset += index_step()) cells[offset] = value<T>(offset, seed);
}

// What the operand should hold, as a compact matrix, row after row.
template <class T>
__device__ void expect_values(const Layout& operand, i64 rows, i64 columns, u64 seed, double* matrix) {
  for (i64 index = first_index(); index < rows * columns; index += index_step())
    matrix[index % rows * columns + index / rows] = widen(value<T>(offset_of(operand, index), seed));
}

// c(m,n) = sum over k of a(m,k) b(n,k); a and b row after row, c column after column. A block has 16x16 threads.
extern "C" __global__ void reference(const double* a, const double* b, double* c, i64 m, i64 n, i64 k) {
  __shared__ double rows_a[16][17], rows_b[16][17];
  const i64 tiles_m = (m + 15) / 16, tiles = tiles_m * ((n + 15) / 16);
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  for (i64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const i64 m0 = tile % tiles_m * 16, n0 = tile / tiles_m * 16;
    double sum = 0;
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
  for (i64 index = first_index(); index < size; index += index_step()) {
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
  for (int lanes = 16; lanes; lanes >>= 1) {
    squared_error += __shfl_xor_sync(~0u, squared_error, lanes);
    squared_reference += __shfl_xor_sync(~0u, squared_reference, lanes);
  }
  if (threadIdx.x % 32 == 0) {
    atomicAdd(&findings->squared_error, squared_error);
    atomicAdd(&findings->squared_reference, squared_reference);
  }
  // The bits of doubles from 0 on are in the doubles' order, and NaN is above them all.
  atomicMax(&findings->max_error, (u64)__double_as_longlong(fabs(max_error)));
}

#define GEMM_OF(T, NAME)                                                                                               \
  extern "C" __global__ void fill_values_##NAME(T* cells, i64 count, u64 seed) { fill_values(cells, count, seed); }    \
  extern "C" __global__ void expect_values_##NAME(Layout operand, i64 rows, i64 columns, u64 seed, double* matrix) {   \
    expect_values<T>(operand, rows, columns, seed, matrix);                                                            \
  }                                                                                                                    \
  extern "C" __global__ void check_gemm_##NAME(Layout c, i64 size, const T* cells, const double* expected,             \
                                               double tolerance, double relative, double step, Findings* findings) {   \
    check_gemm(c, size, cells, expected, tolerance, relative, step, findings);                                         \
  }
GEMM_OF(double, f64)
GEMM_OF(float, f32)
GEMM_OF(f16, f16)
GEMM_OF(bf16, bf16)
