#include <cute/tensor.hpp>
using namespace cute;

struct S {
  char bytes[3];
};

void f() {
  static_assert(size(Layout<Shape<_4, _8>>{}) == 32);
  //^ nothing
  static_assert(sizeof(S) == 3);
  //^ nothing
}
