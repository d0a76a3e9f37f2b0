// The grammar does not know `?` in a directive, and reads a part of the condition.
#include <cute/tensor.hpp>
using namespace cute;

#define FAST 1

void f() {
#if FAST ? 0 : 1
  auto a = make_layout(Int<2>{});
  //^ = 2:1
#else
  auto a = make_layout(Int<3>{});
  //^ = 3:1
#endif
#if FAST /* not slow */
  auto b = make_layout(Int<4>{});
  //^ = 4:1
#else
  auto b = make_layout(Int<5>{});
  //^ nothing
#endif
#if FAST == 1 && \
    !defined(SLOWER_THAN_THAT)
  auto c = make_layout(Int<6>{});
  //^ = 6:1
#endif
}
