#include <cute/tensor.hpp>
using namespace cute;

union Storage {
  int a;
  int b;
};

void f() {
  Storage storage;
  storage.a = 4;
  auto before = make_shape(storage.a);
  //^ = (4)
  storage.b = 8;
  auto other = make_shape(storage.a);
  //^ = (?)
}
