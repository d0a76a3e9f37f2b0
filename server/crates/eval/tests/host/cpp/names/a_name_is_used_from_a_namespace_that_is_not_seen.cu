// What `using` takes from another namespace is not CuTe's, whatever it is called, where nothing here defines it.
#include <cute/tensor.hpp>

namespace outside {
template <class... T>
struct Shape;
}
using outside::Shape;
using cute::_4;

void kernel() {
  using tile = Shape<cute::_8, _4>;
  //^ unknown
  auto four = cute::make_layout(_4{});
  //^ = 4:1
}
