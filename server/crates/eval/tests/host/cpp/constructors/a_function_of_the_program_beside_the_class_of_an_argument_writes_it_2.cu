#include <cute/tensor.hpp>
using namespace cute;

namespace my {
struct V {
  int n;
};

void clear(V& v) {
  v.n = 0;
}
}

void f() {
  my::V v{1};
  clear(v);
  auto seen = make_layout(v.n);
  //^ = ?:1
}
