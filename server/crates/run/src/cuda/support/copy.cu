// Copies: what the source holds, and whether the destination has it.
#define SOURCE 1ull

template <class T> __device__ T datum(i64 offset) {
  const u64 low = mix(offset, SOURCE);
  return (T)((low & 0xff) == 0xff ? low ^ 0x80 : low);
}
template <> __device__ u128 datum<u128>(i64 offset) { return {datum<u64>(offset), mix(offset, SOURCE + 0x100)}; }

template <class T> __device__ bool same(T x, T y) { return x == y; }
template <> __device__ bool same<u128>(u128 x, u128 y) { return x.low == y.low && x.high == y.high; }

template <class T> __device__ void fill(T* cells, i64 count) {
#pragma unroll 1
  for (i64 offset = first_index(); offset < count; offset += index_step()) cells[offset] = datum<T>(offset);
}

template <class T>
__device__ void check_copy(const Layout& source, const Layout& destination, i64 size, const T* cells, Findings* findings) {
  u64 compared = 0;
#pragma unroll 1
  for (i64 index = first_index(); index < size; index += index_step()) {
    ++compared;
    if (!same(cells[offset_of(destination, index)], datum<T>(offset_of(source, index)))) {
      atomicAdd(&findings->wrong, 1ull);
      atomicMin(&findings->first, (u64)index);
    }
  }
  add_up(compared, &findings->compared);
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
COPY_OF(@TYPE@, @BYTES@)
