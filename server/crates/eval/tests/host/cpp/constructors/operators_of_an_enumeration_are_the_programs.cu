#include <cute/tensor.hpp>
using namespace cute;

enum class F : unsigned { x = 1, y = 4 };

constexpr bool operator&(F a, F b) {
  return (unsigned(a) & unsigned(b)) != 0;
}

enum Day { mon, sun = 6 };

Day operator+(Day d, int k) {
  return Day(((int)d + k) % 7);
}

enum Plain { one = 1, two };

void main() {
  auto scoped = make_layout((int)(F::y & F::y));
  //^ unknown
  auto unscoped = make_layout((int)(sun + 1));
  //^ unknown
  auto plain = make_layout(two + 1);
  //^ = 3:1
}
