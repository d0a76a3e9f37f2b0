// A `using` in a namespace hides what the namespaces around it call so, in front of nothing that stands before it.
#include <cute/tensor.hpp>

namespace program {

struct Shape {
  static constexpr int rows = 7;
};

namespace detail {

constexpr int before = Shape::rows;
//^ = 7

namespace {
using namespace cute;
using cute::Shape;

template <class T>
void kernel(T* p) {
  auto tile = Shape<_128, _16>{};
  //^ = (128,16)
  auto layout = make_layout(tile);
  //^ = (128,16):(1,128)
  auto rows = make_layout(Int<program::Shape::rows>{});
  //^ = 7:1
}
}  // namespace
}  // namespace detail

void launch(float* p) {
  detail::kernel(p);
  auto own = cute::make_layout(cute::Int<Shape::rows>{});
  //^ = 7:1
}

struct Tile {
  static constexpr int rows = 5;
};

void in_a_function() {
  using cute::Tile;
  auto tile = Tile<cute::_8, cute::_4>{};
  auto layout = cute::make_layout(tile);
  //^ = (8,4):(1,8)
}

}  // namespace program
