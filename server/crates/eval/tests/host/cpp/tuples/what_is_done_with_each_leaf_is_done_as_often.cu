#include <cute/tensor.hpp>
using namespace cute;

void leaves() {
  int seen = 0;
  for_each_leaf(make_shape(Int<2>{}, make_shape(Int<3>{}, Int<4>{})), [&](auto) { ++seen; });
  int after = seen;
  //^ = 3
  int elements = 0;
  for_each(make_shape(Int<2>{}, make_shape(Int<3>{}, Int<4>{})), [&](auto) { ++elements; });
  int behind = elements;
  //^ = 2
}
