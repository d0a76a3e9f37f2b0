// Filling and checking buffers on the device, for any layouts: one source for all runs of an element type.
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
  u64 compared, wrong, first, written, max_error;
  double squared_error, squared_reference;
};

__device__ i64 offset_of(const Layout& layout, i64 index) {
  i64 offset = layout.offset;
#pragma unroll 1
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

template <class T> __device__ bool is_poison(T x) { return x == (T)~(T)0; }
template <> __device__ bool is_poison<u128>(u128 x) { return x.low == ~0ull && x.high == ~0ull; }

// Adds what the lanes of a warp counted, all of which come here.
__device__ void add_up(u64 count, u64* total) {
  for (int lanes = 16; lanes; lanes >>= 1) count += __shfl_xor_sync(~0u, count, lanes);
  if (threadIdx.x % 32 == 0) atomicAdd(total, count);
}

template <class T> __device__ void count_written(const T* cells, i64 count, Findings* findings) {
  u64 written = 0;
#pragma unroll 1
  for (i64 cell = first_index(); cell < count; cell += index_step()) written += !is_poison(cells[cell]);
  add_up(written, &findings->written);
}
