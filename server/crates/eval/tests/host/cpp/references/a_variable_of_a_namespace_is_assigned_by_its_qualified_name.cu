#include <cute/tensor.hpp>
using namespace cute;

namespace space {
int n = 1;

int twice() {
  return n * 2;
}
}

int main() {
  space::n = 3;
  auto a = make_shape(space::n, space::twice());
  //^ = (3,6)
}
