#include <cute/tensor.hpp>
using namespace cute;

constexpr int twice(int x) { return x * 2; }
#define twice(x) twice(x + 1)
constexpr int half(int x) { return x / 2; }
#define half(x) half(x)
constexpr int third(int x) { return x / 3; }
#define third third

void f() {
  auto a = make_layout(Int<twice(4)>{});
  //^ unknown: the macro `twice` names itself
  auto b = make_layout(Int<half(8)>{});
  //^ = 4:1
  auto c = make_layout(Int<third(9)>{});
  //^ = 3:1
}
