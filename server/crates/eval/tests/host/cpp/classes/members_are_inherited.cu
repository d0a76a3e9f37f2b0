#include <cute/tensor.hpp>
using namespace cute;

struct Base {
  using Tile = Shape<_4, _8>;
};

struct Derived : Base {
  using Layout_ = decltype(make_layout(Tile{}));
};

void f() {
  auto layout = Derived::Layout_{};
  //^ = (4,8):(1,4)
}
