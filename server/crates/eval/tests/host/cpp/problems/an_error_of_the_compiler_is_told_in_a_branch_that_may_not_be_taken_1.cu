#include <cute/tensor.hpp>
using namespace cute;

void f1(bool c, int n) {
  if (c) {
    auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{});
    //^ error shape-divisibility
  }
}

void f2(bool c, int n) {
  if (n > 3) {
    auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{});
    //^ error shape-divisibility
  }
}

void f3(bool c, int n) {
  while (c) {
    auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{});
    //^ error shape-divisibility
  }
}

void f4(bool c, int n) {
  for (int i = 0; i < n; ++i) {
    auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{});
    //^ error shape-divisibility
  }
}

void f5(bool c, int n) {
  if (c && n) {
    auto x = composition(Layout<Shape<_4, _6>, Stride<_6, _1>>{}, Layout<_3, _3>{});
    //^ error shape-divisibility
  }
}
