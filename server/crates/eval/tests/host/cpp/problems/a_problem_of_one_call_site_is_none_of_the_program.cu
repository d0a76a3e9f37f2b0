#include <cute/tensor.hpp>
using namespace cute;

template <class T>
void g(T tile) {
  auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, tile);
  //^ unknown [T = 3:3]
  //^ = 2:6 [T = 2:1]
}

int main() {
  g(Layout<_3, _3>{});
  g(Layout<_2, _1>{});
}
