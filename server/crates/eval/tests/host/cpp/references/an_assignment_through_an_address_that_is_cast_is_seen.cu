#include <cute/tensor.hpp>
using namespace cute;

int main() {
  int x = 4;
  *reinterpret_cast<int*>(&x) = 9;
  auto a = make_shape(x, 2);
  //^ = (x,2)
}
