// The body is run three times, or as often as the macro says: never once for certain.
#include <cute/tensor.hpp>
using namespace cute;

#define MY_UNROLL _Pragma("GCC unroll 4")
#define REPEAT(count) for (int round = 0; round < count; ++round)
#define SELDOM

int main() {
  int rows = 4;
  MY_UNROLL
  for (int i = 0; i < 3; ++i) {
    rows *= 2;
    auto inside = make_layout(make_shape(Int<3>{}, _2{}));
    //^ = (3,2):(1,3)
  }
  auto behind = make_layout(rows);
  //^ = rows:1
  int columns = 4;
  REPEAT(3) { columns += 1; }
  auto repeated = make_layout(columns);
  //^ = columns:1
  int kept = 4;
  SELDOM if (kept == 5) { kept = 9; }
  auto seldom = make_layout(kept);
  //^ = 4:1
  return 0;
}
