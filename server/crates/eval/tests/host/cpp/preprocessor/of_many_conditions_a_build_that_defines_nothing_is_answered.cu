// Three conditions are decided in every way; what hangs on more of them is told for the build that defines no macro.
#include <cute/tensor.hpp>
using namespace cute;

#ifdef BLOCK_A
constexpr int rows = BLOCK_A;
#else
constexpr int rows = 64;
#endif
#ifdef BLOCK_B
constexpr int columns = BLOCK_B;
#else
constexpr int columns = 32;
#endif
#ifdef BLOCK_C
constexpr int depth = BLOCK_C;
#else
constexpr int depth = 16;
#endif
#ifdef BLOCK_D
constexpr int stages = BLOCK_D;
#else
constexpr int stages = 3;
#endif

void f() {
  auto buffer = make_layout(Shape<Int<depth>, Int<stages>>{});
  //^ unknown [otherwise]
  //^ = (16,3):(1,16) [not defined(BLOCK_A), not defined(BLOCK_B), not defined(BLOCK_C), not defined(BLOCK_D)]
}
