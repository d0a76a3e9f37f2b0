// Where it is not certain which of them is called, it is not the library's.
#include <cute/tensor.hpp>
using namespace cute;

namespace mine {
int round_up(int a, int b) { return a + b; }
long round_up(long a, long b) { return a * b; }

void use() {
  auto sizes = make_layout(make_shape(round_up(7, 4), _2{}));
  //^ unknown
}
}  // namespace mine
