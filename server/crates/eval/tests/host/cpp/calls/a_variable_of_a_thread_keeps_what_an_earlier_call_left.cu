#include <cute/tensor.hpp>
using namespace cute;

struct Tile {
  int rows = 16;
};

void next() {
  thread_local Tile tile;
  thread_local int columns = 4;
  auto layout = make_layout(make_shape(tile.rows, columns));
  //^ unknown: a static variable keeps what an earlier call left in it
  auto second = make_layout(columns);
  //^ = columns:1
  tile.rows += 1;
  columns += 1;
}

int main() {
  next();
  next();
}
