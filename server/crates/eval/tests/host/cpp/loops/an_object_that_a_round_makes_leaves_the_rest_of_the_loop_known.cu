// Each round makes another object: what it changes in its own is nothing that the next begins with.
#include <cute/tensor.hpp>
using namespace cute;

struct Division {
  int divisor = 1;
  int shift = 0;

  void set(int by) {
    divisor = by;
    shift = by / 2;
  }
};

struct Tile {
  Division division;

  explicit Tile(int by) {
    division.set(by);
  }
};

void rounds(int count) {
  Tile kept(4);
  for (int i = 0; i < count; ++i) {
    Tile tile(i);
    auto first = make_layout(Shape<_8, _4>{});
    //^ = (8,4):(1,8)
    auto own = make_layout(make_shape(_2{}, tile.division.divisor));
    //^ = (2,i):(1,2)
    kept = tile;
    auto before = make_layout(make_shape(_2{}, kept.division.divisor));
    //^ = (2,i):(1,2)
  }
  auto behind = make_layout(make_shape(_2{}, kept.division.divisor));
  //^ unknown: depends on a condition: an object of `Tile` or an object of `Tile`
}
