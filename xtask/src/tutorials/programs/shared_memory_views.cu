// Views of swizzled shared memory: transposed, composed with an offset, reversed, taken apart; copies between them.
#include <array>
#include <cstdio>
#include <cstdlib>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>

using namespace cute;

struct Options {
  int rows = 24;
  int columns = 40;
  bool transposed = false;
};

template <class T, class SmemLayout>
struct Storage {
  struct Pair {
    alignas(128) cute::array_aligned<T, cosize_v<SmemLayout>> first;
    alignas(128) cute::array_aligned<T, cosize_v<SmemLayout>> second;
  };
  Pair tiles;
};

template <class T, class SmemLayout, class Threads, class Values>
__global__ void transpose(T const* in, T* out, int rows, int columns, SmemLayout smem, Threads threads, Values values) {
  using Shared = Storage<T, SmemLayout>;
  extern __shared__ char memory[];
  Shared& shared = *reinterpret_cast<Shared*>(memory);

  auto bM = size<0>(smem);
  auto bN = size<1>(smem);
  Tensor mIn = make_tensor(make_gmem_ptr(in), make_layout(make_shape(rows, columns), make_stride(columns, _1{})));
  Tensor mOut = make_tensor(make_gmem_ptr(out), make_layout(make_shape(columns, rows), make_stride(rows, _1{})));
  Tensor tiled_in = tiled_divide(mIn, make_shape(bM, bN));
  Tensor tiled_out = tiled_divide(mOut, make_shape(bN, bM));
  Tensor gIn = tiled_in(make_coord(_, _), blockIdx.x, blockIdx.y);
  Tensor gOut = tiled_out(make_coord(_, _), blockIdx.y, blockIdx.x);

  Tensor sIn = make_tensor(make_smem_ptr(shared.tiles.first.data()), smem);
  auto transposed = composition(smem, make_layout(make_shape(bN, bM), make_stride(bM, _1{})));
  Tensor sOut = make_tensor(make_smem_ptr(shared.tiles.first.data()), transposed);
  Tensor second = make_tensor(make_smem_ptr(shared.tiles.second.begin()), make_layout_like(transposed.layout_b()));

  Tensor tIgI = local_partition(gIn, threads, threadIdx.x);
  Tensor tIsI = local_partition(sIn, threads, threadIdx.x);
  Tensor tOsO = local_partition(sOut, threads, threadIdx.x);
  Tensor tOgO = local_partition(gOut, threads, threadIdx.x);
  Tensor tIrI = make_fragment_like(tIsI);
  Tensor tOrO = make_tensor_like(tOgO);

  auto copy_in = make_tiled_copy(Copy_Atom<UniversalCopy<uint64_t>, T>{}, threads, values);
  auto thr = copy_in.get_slice(threadIdx.x);
  Tensor tAgA = thr.partition_S(gIn);
  Tensor tAsA = thr.partition_D(sIn);
  Tensor tArA = make_fragment_like(tAsA);
  Tensor tArB = thr.retile_S(tArA);
  Tensor row = sIn(3, _);
  Tensor block = sIn(make_coord(_, _), _0{});
  Tensor grouped = group_modes<0, 2>(tIsI);
  Tensor vectors = recast<uint64_t const>(gIn);
  Tensor divided = logical_divide(tIgI, Shape<_2>{});
  auto identity = make_identity_tensor(shape(gIn));
  Tensor tIcI = local_partition(identity, threads, threadIdx.x);
  copy(copy_in, tAgA, tAsA);
  cp_async_fence();
  cp_async_wait<0>();
  __syncthreads();
}

template <int Bits, int Rows, int Columns>
struct Plan {
  static constexpr std::array<int, 3> extents = {Rows, Columns, 8};
  static constexpr int steps[2] = {Rows / 8, Columns / 16};
  using Atom = decltype(composition(Swizzle<Bits, 3, 3>{}, Layout<Shape<_8, Int<Columns>>, Stride<Int<Columns>, _1>>{}));
  using Smem = decltype(tile_to_shape(Atom{}, Shape<Int<Rows>, Int<Columns>>{}, Step<_2, _1>{}));
  using Threads = Layout<Shape<Int<extents[2]>, Int<steps[1]>>, Stride<Int<steps[1]>, _1>>;
  using Values = Layout<Shape<_1, _4>>;
};

template <class Plan_>
void run(half_t const* in, half_t* out, Options const& options) {
  using Threads = typename Plan_::Threads;
  auto smem = typename Plan_::Smem{};
  auto plain = get_nonswizzle_portion(smem);
  auto swizzle = get_swizzle_portion(smem);
  auto rebuilt = composition(swizzle, _0{}, plain);
  auto reversed = make_layout(reverse(make_shape(_2{}, _3{}, Int<5>{})), reverse(make_stride(_15{}, _5{}, _1{})));
  auto atom_tiles = zipped_divide(plain, Shape<_8, _32>{});
  auto count = Int<Plan_::steps[0] * Plan_::extents[2]>{};
  auto counted = make_layout(count, Int<Plan_::extents[0]>{});
  transpose<<<dim3(2, 2), 128>>>(in, out, options.rows, options.columns, smem, Threads{}, typename Plan_::Values{});
}

int main(int argc, char** argv) {
  int m = argc > 1 ? atoi(argv[1]) : 256;
  int n = argc > 2 ? atoi(argv[2]) : 256;
  thrust::device_vector<half_t> data(m * n);
  Options options{.rows = m, .columns = n};
  half_t* pointer = thrust::raw_pointer_cast(data.data());
  run<Plan<2, 56, 32>>(pointer, pointer, options);
  run<Plan<3, 32, 192>>(pointer, pointer, options);
  return 0;
}
