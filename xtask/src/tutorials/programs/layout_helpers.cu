// Copies tiles through shared memory; its layouts come out of functions, lambdas and pairs of results.
#include <cstdlib>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>

namespace tiles {
using namespace cute;

template <int kRows, int kColumns>
constexpr auto swizzled_tile() {
  auto atom = composition(Swizzle<3, 2, 3>{}, make_layout(make_shape(Int<8>{}, Int<32>{}), GenRowMajor{}));
  return tile_to_shape(atom, make_shape(Int<kRows>{}, Int<kColumns>{}));
}

template <class Shape>
CUTE_HOST_DEVICE constexpr auto row_major(Shape const& shape) {
  return make_layout(shape, LayoutRight{});
}

// A row-major and a column-major layout of one shape.
template <class Rows, class Columns>
CUTE_HOST_DEVICE constexpr auto both_orders(Rows rows, Columns columns) {
  auto shape = make_shape(rows, columns);
  return make_tuple(make_layout(shape, GenRowMajor{}), make_layout(shape, GenColMajor{}));
}

template <int kThreads, int kWidth>
struct ThreadTile {
  static constexpr auto threads = Layout<Shape<Int<kThreads / 8>, _8>, Stride<_8, _1>>{};
  static constexpr auto values = Layout<Shape<_1, Int<kWidth>>>{};
  static constexpr auto tile() { return product_each(make_shape(raked_product(threads, values).shape())); }
  using Threads = decltype(threads);
};
}  // namespace tiles

template <class Element, class Tiler, class Smem>
__global__ void through_shared(Element const* source, Element* target, int rows, int columns, Tiler tiler, Smem smem_layout) {
  using namespace cute;
  __shared__ Element memory[cosize_v<Smem>];
  auto [in_order, transposed] = tiles::both_orders(rows, columns);
  Tensor in = make_tensor(make_gmem_ptr(source), in_order);
  Tensor out = make_tensor(make_gmem_ptr(target), transposed);
  auto tile_of = [&](auto const& tensor) { return local_tile(tensor, tiler, make_coord(blockIdx.x, blockIdx.y)); };
  Tensor gIn = tile_of(in);
  Tensor gOut = tile_of(out);
  Tensor shared = make_tensor(make_smem_ptr(memory), smem_layout);

  using Part = tiles::ThreadTile<128, 4>;
  auto threads = typename Part::Threads{};
  auto [load, store] = make_tuple(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, Element>{}, Part::threads, Part::values),
                                  make_tiled_copy(Copy_Atom<UniversalCopy<Element>, Element>{}, threads, Layout<_1>{}));
  auto thread_load = load.get_slice(threadIdx.x);
  auto thread_store = store.get_slice(threadIdx.x);
  Tensor tIg = thread_load.partition_S(gIn);
  Tensor tIs = thread_load.partition_D(shared);
  Tensor tOs = thread_store.partition_S(shared);
  Tensor tOg = thread_store.partition_D(gOut);
  Tensor fragment = make_fragment_like<Element>(tIg);
  auto whole = tiles::row_major(shape(gIn));
  auto inner = whole.compose(make_tile(_8{}, _16{}));
  auto per_thread = size(fragment);

  copy(load, tIg, fragment);
  copy(load, fragment, tIs);
  __syncthreads();
  copy(store, tOs, tOg);
}

int main(int argc, char** argv) {
  using namespace cute;
  int rows = argc > 1 ? atoi(argv[1]) : 256;
  int columns = argc > 2 ? atoi(argv[2]) : 256;
  thrust::device_vector<float> source(rows * columns);
  thrust::device_vector<float> target(rows * columns);
  auto tiler = make_shape(Int<64>{}, Int<32>{});
  auto smem_layout = tiles::swizzled_tile<64, 32>();
  auto plain = tiles::row_major(tiler);
  auto tall = tiles::row_major(make_shape(rows, _4{}));
  dim3 grid(rows / size<0>(tiler), columns / size<1>(tiler));
  through_shared<<<grid, 128>>>(source.data().get(), target.data().get(), rows, columns, tiler, smem_layout);
  through_shared<<<grid, 128>>>(source.data().get(), target.data().get(), rows, columns, tiler, plain);
  return 0;
}
