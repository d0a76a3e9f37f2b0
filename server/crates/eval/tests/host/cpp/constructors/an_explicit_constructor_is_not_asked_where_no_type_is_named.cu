#include <cute/tensor.hpp>
using namespace cute;

struct Rows {
  int count;
  explicit Rows(int n) : count(n) {}
  Rows(double) : count(9) {}
};

struct Columns {
  int count;
  Columns(int n) : count(n) {}
};

void f() {
  Rows converted = 3;
  auto A = make_layout(make_shape(Int<8>{}, converted.count));
  //^ unknown: some constructors of `Rows` are explicit
  Rows named(3);
  auto B = make_layout(make_shape(Int<8>{}, named.count));
  //^ = (8,3):(1,8)
  Columns only = 3;
  auto C = make_layout(make_shape(Int<8>{}, only.count));
  //^ = (8,3):(1,8)
}
