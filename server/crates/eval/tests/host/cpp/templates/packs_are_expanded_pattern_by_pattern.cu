#include <cute/tensor.hpp>
using namespace cute;

template <class... Ls>
auto sizes(Ls const&... all) {
  return make_shape(size<0>(all)..., Int<9>{});
}

template <int... Ns>
struct Sum {
  static constexpr int value = (Ns + ... + 1);
};

template <int... Ns>
struct Less {
  static constexpr int value = (Ns - ...);
};

template <class... Ts>
struct Count {
  static constexpr int value = sizeof...(Ts);
};

void f() {
  auto mine = sizes(make_layout(make_shape(_2{}, _3{})), make_layout(make_shape(_5{}, _7{})));
  //^ = (2,5,9)
  auto numbers =
      make_shape(Int<Sum<2, 4>::value>{}, Int<Less<9, 5, 1>::value>{}, Int<Count<int, half_t>::value>{});
      //^ = (7,5,2)
}
