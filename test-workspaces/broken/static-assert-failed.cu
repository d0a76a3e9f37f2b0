// 4 by 8 are 32.
#include <cute/tensor.hpp>
using namespace cute;

using Tile = Layout<Shape<_4, _8>>;

void check() {
  static_assert(size(Tile{}) == 31);
  //~^ static-assert-failed
}
