#include <cute/tensor.hpp>
using namespace cute;

struct Vague {
  char a;
  double b;
};
constexpr int given = sizeof(Vague) > 9 ? 3 : 1;

template <int N = given>
struct Tile {
  static constexpr int rows = 8;
  int count = 4;
};
template <>
struct Tile<3> {
  static constexpr int rows = 16;
  int count = 12;
};

template <int N = 3>
struct Known {
  static constexpr int rows = 8;
};
template <>
struct Known<3> {
  static constexpr int rows = 16;
};

void f() {
  Tile tile;
  auto a = make_layout(Int<tile.rows>{});
  //^ unknown
  auto b = make_layout(tile.count);
  //^ unknown
  Known known;
  auto c = make_layout(Int<known.rows>{});
  //^ = 16:1
}

// Nor does an argument that is not known as a number.
void g() {
  Tile<given> tile;
  auto a = make_layout(Int<tile.rows>{});
  //^ unknown: which specialisation of `Tile` is meant is not known
}
