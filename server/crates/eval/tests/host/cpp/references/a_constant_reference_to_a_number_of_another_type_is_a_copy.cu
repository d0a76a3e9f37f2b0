#include <cute/tensor.hpp>
using namespace cute;

inline int as_long(int& written, const long& seen) {
  written += 7;
  return int(seen);
}

int main() {
  int a = 4;
  const long& copy = a;
  const int& same = a;
  a += 3;
  auto l = make_layout(make_shape(copy, same));
  //^ = (4,7):(1,4)
  int b = 4;
  int c = as_long(b, b);
  auto lb = make_layout(make_shape(b, c));
  //^ = (11,4):(1,11)
  return 0;
}
