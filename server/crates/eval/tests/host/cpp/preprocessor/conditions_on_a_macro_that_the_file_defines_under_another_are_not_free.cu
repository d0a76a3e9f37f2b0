#include <cute/tensor.hpp>
using namespace cute;

#ifdef BIG
#define TILE 128
#define IS_WIDE
#else
#define TILE 64
#endif
#if TILE > 64
constexpr int kBits = 3;
#else
constexpr int kBits = 2;
#endif
#ifdef IS_WIDE
constexpr int kWidth = 8;
#else
constexpr int kWidth = 4;
#endif
void f() {
  auto tile = make_shape(Int<TILE>{});
  //^ = (128) [defined(BIG)]
  //^ = (64) [not defined(BIG)]
  auto bits = make_shape(Int<kBits>{});
  //^ unknown
  auto width = make_shape(Int<kWidth>{});
  //^ unknown
}
