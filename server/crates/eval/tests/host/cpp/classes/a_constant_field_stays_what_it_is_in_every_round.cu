#include <cute/tensor.hpp>
using namespace cute;

struct Mask {
  int const threads;
  int rows;

  template <class Mma>
  CUTE_DEVICE void apply(int n) {
    for (int i = 0; i < n; ++i) {
      auto constant = make_shape(threads, _2{});
      //^ = (threads,2)
      auto other = make_shape(rows, _2{});
      //^ unknown
      //^ = (rows,2) if Mma = SM80_16x8x16_F32F16F16F32_TN by 4x1x1 warps
      auto slice = Mma{}.get_slice(threads);
      auto last = Mma{}.get_slice(rows);
    }
  }
};
