// `LAUNCH(..);` in a function writes whole statements: the templates that these call are known with their arguments.
#include <cute/tensor.hpp>
using namespace cute;

template <int M, class N>
__global__ void tile_of(float* out, int rows) {
  auto tile = make_layout(Shape<Int<M>, N>{}, LayoutRight{});
  //^ = (32,8):(8,1) [launch_many]
  //^ = (128,64):(64,1) [launch_one]
}

#define LAUNCH(M, N, OUT)                            \
  do {                                               \
    auto rows = M;                                   \
    tile_of<M, cute::Int<N>><<<1, 128>>>(OUT, rows); \
  } while (false)

void launch_one(float* out) {
  int rows = 7;
  LAUNCH(128, 64, out);
  auto untouched = make_layout(make_shape(rows, Int<4>{}));
  //^ = (7,4):(1,7)
}

#define LAUNCH_BY(COUNT, M, N) \
  if (COUNT > 4) {             \
    LAUNCH(M, N, p);           \
    count = 3;                 \
  }

void launch_many(float* p, int count) {
  int known = 2;
  count = 8;
  LAUNCH_BY(count, 32, 8)
  auto changed = make_layout(make_shape(count, known));
  //^ = (3,2):(1,3)
}
