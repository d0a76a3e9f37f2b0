#include <cute/tensor.hpp>
using namespace cute;

template <int> struct Rank {};
template <class A, class B> struct Both { static constexpr int n = 4; };
template <class A> struct Both<A, A> { static constexpr int n = 2; };

void f() {
  // `std::is_same_v` of them is false, and not known here.
  auto same = make_layout(Int<(std::is_same_v<Rank<0>, Rank<1>> ? 3 : 5)>{});
  //^ unknown
  auto one = make_layout(Int<(std::is_same_v<Rank<1>, Rank<1>> ? 3 : 5)>{});
  //^ = 3:1
  auto two = make_layout(Int<Both<Rank<0>, Rank<1>>::n>{});
  //^ = 4:1
}
