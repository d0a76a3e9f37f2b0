#include <cute/tensor.hpp>
using namespace cute;

namespace lib {
struct Tile {
  int n = 8;
};

int extent(Tile const& t) {
  return 8;
}
}

template <class T>
int extent(T const& t) {
  return 4;
}

int other(lib::Tile const& t) {
  return 5;
}

void main() {
  lib::Tile tile;
  auto both = make_layout(extent(tile));
  //^ unknown
  auto only = make_layout(other(tile));
  //^ = 5:1
  auto named = make_layout(lib::extent(tile));
  //^ = 8:1
}
