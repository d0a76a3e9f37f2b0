#include <cute/tensor.hpp>
using namespace cute;

#ifdef FAST
constexpr int kRows = 8;
//^ = 8
#else
constexpr int kRows = 4;
//^ = 4
#endif
#ifndef FAST
constexpr int kColumns = 1;
//^ = 1
#else
constexpr int kColumns = 2;
//^ = 2
#endif
void f() {
  auto shape = make_shape(Int<kRows>{}, Int<kColumns>{});
  //^ = (4,1) [!defined(FAST), not defined(FAST)]
  //^ = (8,2) [not !defined(FAST), defined(FAST)]
}
