#include <cute/tensor.hpp>
using namespace cute;

#define DEF(n) constexpr int n() { return 8; }
DEF(first)
#undef DEF
#define DEF(n) constexpr int n() { return 16; }
DEF(second)

#ifdef BIG
#define HOW(n) constexpr int n() { return 128; }
#else
#define HOW(n) constexpr int n() { return 64; }
#endif
HOW(third)

void f() {
  auto both = make_layout(Shape<Int<first()>, Int<second()>>{});
  //^ = (8,16):(1,8)
  auto under_a_condition = make_layout(Shape<Int<third()>, _2>{});
  //^ unknown
}
