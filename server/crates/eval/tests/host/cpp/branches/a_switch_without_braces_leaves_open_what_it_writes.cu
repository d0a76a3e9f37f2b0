// The parser knows no `switch` without braces: what stands under it is open, also through a reference.
#include <cute/tensor.hpp>
using namespace cute;

constexpr int under_a_head(int n) {
  int a = 2, b = 3;
  {
    if (n > 2)
      switch (n)
        case 4: {
          int& r = a;
          r += 1;
        }
  }
  return a;
}

void test() {
  auto counted = make_layout(under_a_head(4));
  //^ = a:1
}
