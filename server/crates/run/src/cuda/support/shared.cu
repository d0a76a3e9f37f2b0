// Timing accesses to shared memory. Volatile: the compiler makes one access of several to one address.

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
SHARED_OF(@TYPE@, @BYTES@)
