#include <cute/tensor.hpp>
using namespace cute;

struct Pair {
  int x;
  int y;
};

void write(Pair*);
void unknown();

void f() {
  Pair pair{4, 5};
  int& a = pair.x;
  write(&pair);
  unknown();
  int before = a;
  unknown();
  auto l = make_shape(before, a);
  //^ = (?,?)
}
