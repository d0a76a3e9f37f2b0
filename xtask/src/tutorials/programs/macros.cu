// Layouts that macros make: of numbers, types and expressions, with parameters, and defaults of constants.
#include <cstdio>
#include <cstdlib>

#include <thrust/device_vector.h>

#include <cute/tensor.hpp>

using namespace cute;

#define TILE_ROWS 48
#define TILE_COLUMNS (TILE_ROWS / 2)
#define THREADS (32 * 4)
#define ELEMENT half_t
#define ROW_MAJOR LayoutRight{}
#define VECTOR Layout<Shape<_1, _8>>
#define TILE(M, N) make_shape(Int<M>{}, Int<N>{})
#define PADDED(M, N, PAD) make_layout(make_shape(Int<M>{}, Int<N>{}), make_stride(Int<(N) + (PAD)>{}, _1{}))
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
#define PRODUCT(a, b) (a * b)
#define SHAPE_OF(...) Shape<__VA_ARGS__>
#define FOR_EACH(COUNT, CODE) \
  for (int i = 0; i < (COUNT); ++i) { CODE; }
#define STATIC_IF(CONDITION, NAME, ...)        \
  [&] {                                        \
    if (CONDITION) {                           \
      constexpr int NAME = 24;                 \
      return __VA_ARGS__();                    \
    } else {                                   \
      constexpr int NAME = 40;                 \
      return __VA_ARGS__();                    \
    }                                          \
  }()
#ifndef STAGES
#define STAGES 3
#endif
#if STAGES > 2
#define PIPE Int<STAGES>{}
#else
#define PIPE _1{}
#endif

struct Traits {
  using SmemLayout = decltype(PADDED(TILE_ROWS, TILE_COLUMNS, 8));
  static constexpr int kThreads = THREADS;
};

template <class T, int Rows>
__global__ void scale(T* data, int rows, int columns) {
  Tensor all = make_tensor(make_gmem_ptr(data), make_shape(rows, columns), ROW_MAJOR);
  Tensor tile = local_tile(all, TILE(Rows, TILE_COLUMNS), make_coord(blockIdx.x, blockIdx.y));
  __shared__ T memory[1024 * 4];
  Tensor shared = make_tensor(make_smem_ptr(memory), PADDED(TILE_ROWS, TILE_COLUMNS, 8));
  auto threads = make_layout(TILE(THREADS / 8, 8), ROW_MAJOR);
  Tensor part = local_partition(tile, threads, threadIdx.x);
  FOR_EACH(size(part), part(i) = part(i));
}

template <int Rows>
void run(half_t* data, int rows, int columns) {
  dim3 grid(CEIL_DIV(rows, Rows), CEIL_DIV(columns, TILE_COLUMNS));
  scale<ELEMENT, Rows><<<grid, THREADS>>>(data, rows, columns);
}

int main(int argc, char** argv) {
  int m = argc > 1 ? atoi(argv[1]) : 96;
  int n = argc > 2 ? atoi(argv[2]) : 48;
  thrust::device_vector<half_t> data(m * n);
  half_t* pointer = thrust::raw_pointer_cast(data.data());
  auto vector = VECTOR{};
  auto padded = PADDED(4 + 4, 12, 1);
  auto pieces = make_layout(TILE(CEIL_DIV(100, TILE_ROWS), CEIL_DIV(TILE_COLUMNS, 7)));
  auto odd = make_layout(Int<PRODUCT(5, 4)>{}, PIPE);
  using Shaped = Layout<SHAPE_OF(_3, Shape<_2, _5>, Int<TILE_ROWS>)>;
  STATIC_IF(m > 512, Rows, [&] { run<Rows>(pointer, m, n); });
  return 0;
}
