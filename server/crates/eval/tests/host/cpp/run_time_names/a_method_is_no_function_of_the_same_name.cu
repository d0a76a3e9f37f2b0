#include <cute/tensor.hpp>
using namespace cute;

int count(int n);
int width(int n);

struct Rows {
  auto count(int) { return Int<4>{}; }
  void g() {
    auto n = count(3);
    auto rows = make_layout(make_shape(n, _8{}));
    //^ = (4,8):(1,4)
  }
};

void f() {
  auto n = width(3);
  auto rows = make_layout(make_shape(n, _8{}));
  //^ = (n,8):(1,n)
}
