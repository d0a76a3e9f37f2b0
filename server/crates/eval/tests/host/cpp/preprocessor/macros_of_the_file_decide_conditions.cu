#include <cute/tensor.hpp>
using namespace cute;

#define STAGES 2
#ifndef ROWS
#define ROWS 64
#endif
#if STAGES > 2 || ROWS * 2 < 128
constexpr int kBits = 3;
#elif defined(STAGES) && ROWS == 64
constexpr int kBits = 1;
//^ = 1
#else
constexpr int kBits = 2;
#endif
#undef STAGES
#ifdef STAGES
constexpr int kAfter = 1;
#else
constexpr int kAfter = 4;
//^ = 4
#endif
void f() {
  auto shape = make_shape(Int<kBits>{}, Int<ROWS>{}, Int<kAfter>{});
  //^ = (1,64,4)
}
