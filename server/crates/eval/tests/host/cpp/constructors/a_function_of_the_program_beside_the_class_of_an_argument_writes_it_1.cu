#include <cute/tensor.hpp>
using namespace cute;

namespace my {
struct V {
  int n;
};

void fill(V& v, int k) {
  v.n = k;
}
}

void f() {
  my::V v{1};
  fill(v, 5);
  auto seen = make_layout(v.n);
  //^ = ?:1
}
