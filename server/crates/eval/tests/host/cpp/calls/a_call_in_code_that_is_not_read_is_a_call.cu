#include <memory>
#include <cute/tensor.hpp>
using namespace cute;

int assigned(int n) {
  auto a = make_layout(n);
  //^ = 3:1 [calls that were run]
  return n;
}
int made(int n) {
  auto b = make_layout(n);
  //^ = 3:1 [calls that were run]
  return n;
}
int chosen(int n) {
  auto c = make_layout(n);
  //^ = 3:1 [calls that were run]
  return n;
}
int extent(int n) {
  auto d = make_layout(n);
  //^ = 3:1 [calls that were run]
  return n;
}
int referred(int n) {
  auto e = make_layout(n);
  //^ = 3:1 [calls that were run]
  return n;
}
int read(int n) {
  auto f = make_layout(n);
  //^ = 3:1
  return n;
}

void f(int x) {
  assigned(3);
  int y = (x = assigned(4)) + 1;
  made(3);
  int* p = new int(made(4));
  chosen(3);
  switch (chosen(4)) {
    default:;
  }
  extent(3);
  std::unique_ptr<int[]> numbers(new int[extent(4)]);
  referred(3);
  int (&reference)(int) = referred;
  reference(4);
  read(3);
}
