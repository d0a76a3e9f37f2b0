#include <cute/tensor.hpp>
using namespace cute;

#define STAGES 6
#pragma push_macro("STAGES")
#undef STAGES
#define STAGES 7
#pragma pop_macro("STAGES")
#if STAGES == 6
constexpr int kRows = 22;
#else
constexpr int kRows = 3;
#endif

void f() {
  auto a = make_layout(Int<kRows>{});
  //^ unknown: defined under conditions of the preprocessor
}
