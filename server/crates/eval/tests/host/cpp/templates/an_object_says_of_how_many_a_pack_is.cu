// The class of an object that is declared without template arguments is that of what the object is made of.
#include <cute/tensor.hpp>
using namespace cute;

template <class... Parts>
struct Several {
  static constexpr int number = sizeof...(Parts) + 1;
  Several(Parts const&...) {}
};
template <class First, class... Rest>
struct Behind {
  static constexpr int number = sizeof...(Rest) + 10;
  Behind(First, Rest...) {}
};
template <class... Parts>
struct Copied {
  static constexpr int number = sizeof...(Parts) + 1;
  Copied(Parts...) {}
  Copied(int) {}
};

void f() {
  Several three(1, 2, 3);
  auto a = make_layout(Int<three.number>{});
  //^ = 4:1
  auto b = make_layout(Int<decltype(Several(1, 2))::number>{});
  //^ = 3:1
  Behind two(1, 2, 3);
  auto c = make_layout(Int<decltype(two)::number>{});
  //^ = 12:1
  Copied one(1);
  auto d = make_layout(Int<decltype(one)::number>{});
  //^ unknown
}
