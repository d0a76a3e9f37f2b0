// Each use of a macro writes a type of its own, which is none of the file's either.
#include <cute/tensor.hpp>
using namespace cute;

#define SIZE(n) typedef struct { static constexpr int value = n; } size_##n;

struct { static constexpr int value = 3; } first;
SIZE(8)
SIZE(9)

void f() {
  auto a = make_layout(Int<decltype(first)::value>{});
  //^ = 3:1
  auto b = make_layout(Int<size_8::value>{});
  //^ = 8:1
  auto c = make_layout(Int<size_9::value>{});
  //^ = 9:1
}
