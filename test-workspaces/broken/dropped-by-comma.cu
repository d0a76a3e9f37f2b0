// A shape in a shape needs a `make_shape` of its own: parentheses make a comma drop what stands before it.
#include <cute/tensor.hpp>

using namespace cute;

void nested()
{
  auto layout = make_layout(make_shape((Int<2>{}, Int<4>{}), Int<8>{}));
  //~^ dropped-by-comma
}
