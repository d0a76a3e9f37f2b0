#include <cute/tensor.hpp>
using namespace cute;

int f(int x);

int f(char x) {
  return 4;
}

int g(bool x) {
  return 3;
}

int g(long x);

int g(_4 x) {
  return 9;
}

int h(int x);

int h(int other) {
  return other;
}

struct S {
  int m(int x);

  int m(char x) {
    return 2;
  }

  int k(int x);
};

int S::k(int other) {
  return 9;
}

void c() {
  S s;
  auto a = make_layout(f(3));
  //^ unknown
  auto b = make_layout(g(3L));
  //^ unknown
  auto e = make_layout(h(3));
  //^ = 3:1
  auto i = make_layout(s.m(3));
  //^ unknown
  auto k = make_layout(s.k(3));
  //^ = 9:1
}
