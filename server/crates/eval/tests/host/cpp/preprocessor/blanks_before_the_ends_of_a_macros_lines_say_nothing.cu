// The ends of a macro's lines stand below each other, far to the right: its blanks say nothing, and it is read.
#include <cute/tensor.hpp>
using namespace cute;

// clang-format off
#define WITH_HEAD_SIZE(size, ...)                                                                                     \
  [&] {                                                                                                               \
    if (size <= 32) {                                                                                                 \
      constexpr static int kHeadSize = 32;                                                                            \
      return __VA_ARGS__();                                                                                           \
    } else if (size <= 64) {                                                                                          \
      constexpr static int kHeadSize = 64;                                                                            \
      return __VA_ARGS__();                                                                                           \
    } else if (size <= 96) {                                                                                          \
      constexpr static int kHeadSize = 96;                                                                            \
      return __VA_ARGS__();                                                                                           \
    } else if (size <= 128) {                                                                                         \
      constexpr static int kHeadSize = 128;                                                                           \
      return __VA_ARGS__();                                                                                           \
    } else if (size <= 160) {                                                                                         \
      constexpr static int kHeadSize = 160;                                                                           \
      return __VA_ARGS__();                                                                                           \
    } else if (size <= 192) {                                                                                         \
      constexpr static int kHeadSize = 192;                                                                           \
      return __VA_ARGS__();                                                                                           \
    } else if (size <= 224) {                                                                                         \
      constexpr static int kHeadSize = 224;                                                                           \
      return __VA_ARGS__();                                                                                           \
    } else if (size <= 256) {                                                                                         \
      constexpr static int kHeadSize = 256;                                                                           \
      return __VA_ARGS__();                                                                                           \
    }                                                                                                                 \
  }()
// clang-format on

template <int N, int M>
void kernel(int size) {
  auto rows = make_layout(Int<M>{});
  //^ = 64:1
}

void dispatch(int size) {
  WITH_HEAD_SIZE(size, [&] { kernel<kHeadSize, 64>(size); });
}
