// A `#define` knows no blocks: it holds from its line on, in the functions behind it, too.
#include <cute/tensor.hpp>
using namespace cute;

#define KEPT 4
constexpr int HIDDEN = 3;

int first(int n) {
  if (n > 2) {
#undef KEPT
#define KEPT 5
#define TILE (3 + 4)
  }
  auto kept = make_layout(KEPT);
  //^ unknown: several definitions
  auto tile = make_layout(TILE);
  //^ = 7:1
#undef TILE
#define TILE 2 * 4
  auto other = make_layout(TILE);
  //^ = 8:1
  return 0;
}

int second(int n) {
  auto kept = make_layout(KEPT);
  //^ unknown: several definitions
  auto before = make_layout(HIDDEN);
  //^ = 3:1
  struct Local {
#define HIDDEN 9
  };
  auto behind = make_layout(HIDDEN);
  //^ unknown: several definitions
#undef HIDDEN
  auto again = make_layout(HIDDEN);
  //^ = 3:1
  auto tile = make_layout(TILE);
  //^ = 8:1
  return n;
}
