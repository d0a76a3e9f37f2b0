#include <cute/tensor.hpp>
using namespace cute;
struct Other {
  using L = Layout<_3>;
};
template <int M>
struct A {
  using type = Other;
  using L = Layout<Int<M>>;
};
template <bool F>
void f() {
  using Chosen = typename std::conditional<F, A<4>, A<8>>::type;
  auto chosen = typename Chosen::L{};
  //^ = 4:1
  using Bare = typename std::decay<A<5>>::type;
  auto bare = typename Bare::L{};
  //^ = 5:1
  using OfCutlass = typename cutlass::platform::conditional<F, A<4>, A<8>>::type;
  auto of_cutlass = typename OfCutlass::L{};
  //^ = 4:1
  auto own = typename A<6>::type::L{};
  //^ = 3:1
}
template <bool Has_mask>
void unseen() {
  using Chosen = typename std::conditional<Has_mask, A<4>, A<8>>::type;
  auto chosen = typename Chosen::L{};
  //^ = 8:1 if Has_mask = false
}
void g() { f<true>(); }
