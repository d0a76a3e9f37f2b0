// An enumerator and an `integral_constant` may be of an unsigned type, whose complement is a large number.
#include <cute/tensor.hpp>
using namespace cute;

enum Bits : unsigned { kBits = 6 };

constexpr int side() { return ~kBits > 5 ? 3 : 4; }

void layouts() {
  auto a = make_layout(Int<side()>{});
  //^ unknown
  auto b = make_layout(Int<(15 & ~kBits)>{});
  //^ = 9:1
  auto c = make_layout((~integral_constant<unsigned, 6>{} >> Int<28>{}) + Int<3>{});
  //^ unknown
}
