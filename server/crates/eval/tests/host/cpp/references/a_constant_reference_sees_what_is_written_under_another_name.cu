// A `const` reference is another name of what a function is given: it is written through another one, or behind a cast.
#include <cute/tensor.hpp>
using namespace cute;

inline int before_and_behind(int& written, const int& seen) {
  written += 7;
  auto l = make_layout(seen);
  //^ = 11:1
  return seen;
}

inline void cast(const int& x) { const_cast<int&>(x) += 8; }
inline void cast_as_in_c(const int& x) { (int&)x += 8; }

struct Tile {
  int rows = 4;
  void grow(const int& by) { rows += by; rows += by; }
};

int main() {
  int a = 4;
  int b = before_and_behind(a, a);
  auto la = make_layout(make_shape(a, b));
  //^ = (11,11):(1,11)
  int c = 4;
  cast(c);
  cast_as_in_c(c);
  auto lc = make_layout(c);
  //^ = c:1
  Tile tile;
  tile.grow(tile.rows);
  auto lt = make_layout(tile.rows);
  //^ = 16:1
  return 0;
}
