// Subscripts go from left to right, in a template argument, too.
#include <cute/tensor.hpp>
using namespace cute;

constexpr int sizes[2][3] = {{1, 2, 3}, {4, 5, 6}};
struct Config {
  static constexpr int tiles[2][2] = {{10, 20}, {30, 40}};
};

void f() {
  auto lower = make_layout(Int<sizes[1][0]>{});
  //^ = 4:1
  auto right = make_layout(Int<sizes[0][1]>{});
  //^ = 2:1
  auto of_class = make_layout(Int<Config::tiles[1][0]>{});
  //^ = 30:1
}
