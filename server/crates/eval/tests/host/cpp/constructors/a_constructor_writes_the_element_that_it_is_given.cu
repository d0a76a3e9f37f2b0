#include <tuple>
#include <cute/tensor.hpp>
using namespace cute;

struct Grown {
  Grown(int& x) { x += 3; }
};

int main() {
  std::tuple<int, int> sizes{1, 3};
  Grown first(std::get<1>(sizes));
  auto l = make_layout(make_shape(std::get<1>(sizes), 8));
  //^ = (?,8):(1,?)
  std::tuple<int, int> others{1, 3};
  Grown{std::get<1>(others)};
  auto lo = make_layout(make_shape(std::get<1>(others), 8));
  //^ = (?,8):(1,?)
  return 0;
}
