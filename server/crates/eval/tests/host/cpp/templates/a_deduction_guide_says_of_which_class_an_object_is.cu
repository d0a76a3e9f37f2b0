// What a guide says counts, not what the constructors alone would.
#include <cute/tensor.hpp>
using namespace cute;

template <class Element>
struct Memory {
  static constexpr int bytes = sizeof(Element);
  Memory(Element) {}
  Memory(Element, int) {}
};
template <class Element>
Memory(Element*) -> Memory<Element>;

template <class... Parts>
struct Parts_ {
  static constexpr int number = sizeof...(Parts) + 1;
  Parts_() {}
};
Parts_() -> Parts_<int, int>;

template <class Shape, class Stride>
struct Tile {
  Shape shape;
  Stride stride;
};
template <class Shape, class Stride>
Tile(Shape, Stride) -> Tile<Shape, Stride>;

void f() {
  short element = 3;
  Memory memory(&element);
  auto a = make_layout(Int<decltype(memory)::bytes>{});
  //^ unknown
  Parts_ parts;
  auto b = make_layout(Int<decltype(parts)::number>{});
  //^ unknown
  Tile tile{Int<4>{}, Int<7>{}};
  auto c = make_layout(tile.shape, tile.stride);
  //^ = 4:7
}
