// Layouts under conditions: conditional compilation, `if constexpr`, names that are bound again, loops.
#include <cstdlib>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>

using namespace cute;

#define TILE_ROWS 64
#ifndef STAGES
#define STAGES 2
#endif

#if defined(USE_LARGE_TILES)
using TileK = Int<128>;
#else
using TileK = Int<32>;
#endif

#if STAGES > 2
constexpr int kBits = 3;
#else
constexpr int kBits = 1;
#endif

template <bool kIsTransposed, class Element>
__global__ void load_tile(Element const* data, Element* result, int m, int k) {
  auto tile = make_shape(Int<TILE_ROWS>{}, TileK{}, Int<STAGES>{});
  auto atom = composition(Swizzle<kBits, 4, 3>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{});
  auto smem_layout = tile_to_shape(atom, tile, Step<_2, _1, _3>{});
  __shared__ Element memory[cosize_v<decltype(smem_layout)>];
  Tensor shared = make_tensor(make_smem_ptr(memory), smem_layout);
  auto strides = [&] {
    if constexpr (kIsTransposed) {
      return make_stride(_1{}, m);
    } else {
      return make_stride(k, _1{});
    }
  }();
  Tensor global = make_tensor(make_gmem_ptr(data), make_shape(m, k), strides);
  if constexpr (kIsTransposed) {
    auto threads = Layout<Shape<_32, _4>>{};
    Tensor part = local_partition(local_tile(global, select<0, 1>(tile), make_coord(0, _)), threads, threadIdx.x);
    Tensor target = local_partition(shared, threads, threadIdx.x);
    copy(part(_, _, 0), target(_, _, 0));
  } else {
    auto threads = Layout<Shape<_8, _16>, Stride<_16, _1>>{};
    Tensor part = local_partition(local_tile(global, select<0, 1>(tile), make_coord(0, _)), threads, threadIdx.x);
    Tensor target = local_partition(shared, threads, threadIdx.x);
    copy(part(_, _, 0), target(_, _, 0));
  }

  int rows = m;
  auto before = make_layout(make_shape(rows, _4{}));
  rows = rows / 2;
  auto after = make_layout(make_shape(rows, _4{}));
  for (int stage = 0; stage < STAGES; ++stage) {
    Tensor slice = shared(_, _, stage);
    auto growing = make_layout(make_shape(stage + 1, _4{}));
    rows += stage;
  }
  auto at_the_end = make_layout(make_shape(rows, _8{}));
  {
    auto before = make_layout(make_shape(k, _2{}));
    auto inner = make_layout(before, Layout<_3>{});
  }
  auto outer = make_layout(before, Layout<_3>{});
  auto width = sizeof(Element) == 2 ? 8 : 4;
  constexpr int kWidth = sizeof(Element) == 2 ? 8 : 4;
  auto values = Layout<Shape<_1, Int<kWidth>>>{};
  auto by_width = make_layout(make_shape(width, _2{}));
}

template <class Element>
void launch(int m, int k) {
  thrust::device_vector<Element> data(m * k);
  thrust::device_vector<Element> result(m * k);
  if (m > k) {
    load_tile<true><<<1, 128>>>(data.data().get(), result.data().get(), m, k);
  } else {
    load_tile<false><<<1, 128>>>(data.data().get(), result.data().get(), m, k);
  }
}

int main(int argc, char** argv) {
  int m = argc > 1 ? atoi(argv[1]) : 192;
  int k = argc > 3 ? atoi(argv[3]) : 96;
  launch<float>(m, k);
  launch<half_t>(m, k);
  launch<half_t>(k, m);
  return 0;
}
