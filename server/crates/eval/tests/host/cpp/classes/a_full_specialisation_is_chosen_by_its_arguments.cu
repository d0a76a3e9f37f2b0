#include <cute/tensor.hpp>
using namespace cute;

template <int N>
struct Width {
  using type = Int<N>;
};

template <>
struct Width<3> {
  using type = Int<4>;
};

void f() {
  auto plain = typename Width<2>::type{};
  //^ = 2
  auto special = typename Width<3>::type{};
  //^ = 4
}
