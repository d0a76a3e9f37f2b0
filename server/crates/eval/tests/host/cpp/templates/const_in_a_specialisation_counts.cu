#include <cute/tensor.hpp>
using namespace cute;

template <class T> struct Count { static constexpr int value = 1; };
template <class T> struct Count<T const> { static constexpr int value = 31; };

template <bool on> struct Flag { static constexpr int value = on > 3 ? 3 : 4; };

template <class T> constexpr T next(T x) { return x + 1; }

namespace one { constexpr int h(int) { return 4; } }
namespace two {
constexpr int h(long) { return 5; }
using one::h;
}

void f() {
  auto plain = make_layout(Count<short>::value);
  //^ unknown
  auto truth = make_layout(Flag<8>::value);
  //^ = 4:1
  auto deduced = make_layout(next(true) ? 2 : 3);
  //^ = 2:1
  auto used = make_layout(two::h(3));
  //^ unknown
}
