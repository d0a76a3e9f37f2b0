// C = A B^T for column-major matrices: padded shared memory, threads that walk along K, a tile that is not square.
#include <cstdio>
#include <cstdlib>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <cute/tensor.hpp>

template <class Shape, class Tiler, class Element, class StrideA, class SmemA, class ThreadsA, class StrideB,
          class SmemB, class ThreadsB, class StrideC, class ThreadsC>
__global__ static __launch_bounds__(decltype(size(ThreadsC{}))::value) void padded_gemm(
    Shape problem, Tiler tiler, Element const* a, StrideA da, SmemA layout_a, ThreadsA threads_a, Element const* b,
    StrideB db, SmemB layout_b, ThreadsB threads_b, Element* c, StrideC dc, ThreadsC threads_c) {
  using namespace cute;

  Tensor mA = make_tensor(make_gmem_ptr(a), select<0, 2>(problem), da);
  Tensor mB = make_tensor(make_gmem_ptr(b), select<1, 2>(problem), db);
  Tensor mC = make_tensor(make_gmem_ptr(c), select<0, 1>(problem), dc);

  auto block = make_coord(blockIdx.y, blockIdx.x, _);
  Tensor gA = local_tile(mA, tiler, block, Step<_1, X, _1>{});
  Tensor gB = local_tile(mB, tiler, block, Step<X, _1, _1>{});
  Tensor gC = local_tile(mC, tiler, block, Step<_1, _1, X>{});

  __shared__ Element memory_a[cosize_v<SmemA>];
  __shared__ Element memory_b[cosize_v<SmemB>];
  Tensor sA = make_tensor(make_smem_ptr(memory_a), layout_a);
  Tensor sB = make_tensor(make_smem_ptr(memory_b), layout_b);

  auto thread = threadIdx.x;
  Tensor tAgA = local_partition(gA, threads_a, thread);
  Tensor tAsA = local_partition(sA, threads_a, thread);
  Tensor tBgB = local_partition(gB, threads_b, thread);
  Tensor tBsB = local_partition(sB, threads_b, thread);
  Tensor tCsA = local_partition(sA, threads_c, thread, Step<_1, X>{});
  Tensor tCsB = local_partition(sB, threads_c, thread, Step<X, _1>{});
  Tensor tCgC = local_partition(gC, threads_c, thread);
  Tensor tCrC = make_fragment_like(tCgC);
  Tensor column = tCgC(_, 0);
  Tensor first_tile = tAgA(_, _, 0);
  Tensor flat = flatten(tCgC);
  auto modes = shape(tCgC);
  auto rows = size<0>(tCgC);

  clear(tCrC);
  for (int tile = 0; tile < size<2>(gA); ++tile) {
    copy(tAgA(_, _, tile), tAsA);
    copy(tBgB(_, _, tile), tBsB);
    __syncthreads();
    gemm(tCsA, tCsB, tCrC);
    __syncthreads();
  }
  copy(tCrC, tCgC);
}

template <class Element>
void launch(int rows, int columns, int depth, Element const* a, int lda, Element const* b, int ldb, Element* c, int ldc) {
  using namespace cute;
  auto problem = make_shape(rows, columns, depth);
  auto da = make_stride(_1{}, lda);
  auto db = make_stride(_1{}, ldb);
  auto dc = make_stride(_1{}, ldc);
  constexpr int tile_m = 64;
  constexpr int tile_n = 32;
  constexpr int tile_k = 16;
  auto tiler = make_shape(Int<tile_m>{}, Int<tile_n>{}, Int<tile_k>{});
  auto padding = Int<4>{};
  auto layout_a = make_layout(make_shape(Int<tile_m>{}, Int<tile_k>{}), make_stride(_1{}, Int<tile_m>{} + padding));
  auto layout_b = make_layout(make_shape(Int<tile_n>{}, Int<tile_k>{}), make_stride(Int<tile_k + 1>{}, _1{}));
  auto threads_a = make_layout(make_shape(_16{}, _8{}));
  auto threads_b = make_layout(make_shape(_8{}, _16{}), LayoutRight{});
  auto threads_c = make_layout(make_shape(_16{}, _8{}), make_stride(_8{}, _1{}));
  auto first_stride = get<0>(stride(layout_b));
  auto blocks = ceil_div(problem, tiler);
  dim3 grid(get<1>(blocks), get<0>(blocks));
  dim3 block(size(threads_c));
  padded_gemm<<<grid, block>>>(problem, tiler, a, da, layout_a, threads_a, b, db, layout_b, threads_b, c, dc, threads_c);
}

int main(int argc, char** argv) {
  int m = argc > 1 ? atoi(argv[1]) : 128;
  int n = argc > 2 ? atoi(argv[2]) : 128;
  int k = argc > 3 ? atoi(argv[3]) : 64;
  thrust::device_vector<float> a(m * k);
  thrust::device_vector<float> b(n * k);
  thrust::device_vector<float> c(m * n);
  launch(m, n, k, a.data().get(), m, b.data().get(), n, c.data().get(), m);
  cudaDeviceSynchronize();
  return 0;
}
