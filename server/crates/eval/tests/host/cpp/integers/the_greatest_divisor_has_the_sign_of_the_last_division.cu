#include <cute/tensor.hpp>
using namespace cute;

void divisors() {
  auto negative = make_shape(gcd(-12, 8), gcd(12, -8));
  //^ = (-4,4)
  auto multiple = make_shape(lcm(-12, 8), lcm(12, -8));
  //^ = (24,-24)
}
