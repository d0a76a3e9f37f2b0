#include <cute/tensor.hpp>
using namespace cute;

#include "config.h"
#ifndef STAGES
#define STAGES 2
#endif
#if STAGES > 2
constexpr int kBits = 3;
#else
constexpr int kBits = 1;
#endif
void f() {
  auto shape = make_shape(Int<kBits>{}, Int<STAGES>{});
  //^ unknown
}
