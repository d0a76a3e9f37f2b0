#include <cute/tensor.hpp>
using namespace cute;

template <int N>
struct Outer {
  struct Inner {
    using L = Layout<Int<N>>;
  };
};

void f() {
  auto three = typename Outer<3>::Inner::L{};
  //^ = 3:1
  auto four = typename Outer<4>::Inner::L{};
  //^ = 4:1
}
