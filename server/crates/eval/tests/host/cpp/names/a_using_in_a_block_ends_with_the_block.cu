// `using a::b` hides what the blocks around it declare, and says nothing of what stands outside of its block.
#include <cute/tensor.hpp>
using namespace cute;

namespace inner {
constexpr int width = 2;
constexpr int levels = 3;
constexpr int size_of_tile() { return 9; }
struct Config {
  static constexpr int number = 8;
};
}
constexpr int levels = 30;
constexpr int size_of_tile() { return 90; }
struct Config {
  static constexpr int number = 80;
};

void hides_a_variable() {
  constexpr int width = 12;
  {
    using inner::width;
    auto a = make_layout(Int<width>{});
    //^ = 2:1
    {
      constexpr int width = 5;
      auto b = make_layout(Int<width>{});
      //^ = 5:1
    }
  }
  auto c = make_layout(Int<width>{});
  //^ unknown
}

void ends() {
  {
    using inner::levels;
    using inner::size_of_tile;
    auto d = make_layout(make_shape(Int<levels>{}, Int<size_of_tile()>{}));
    //^ = (3,9):(1,3)
  }
  auto e = make_layout(Int<levels>{});
  //^ unknown: `using` may give `levels` another meaning
  auto g = make_layout(Int<size_of_tile()>{});
  //^ unknown
}

void ends_with_a_branch(bool is_small) {
  if (is_small) {
    using inner::Config;
    auto h = make_layout(Int<Config::number>{});
    //^ = 8:1
  } else {
    auto i = make_layout(Int<Config::number>{});
    //^ unknown
  }
}

void whole() {
  using inner::levels;
  auto j = make_layout(Int<levels>{});
  //^ = 3:1
}

void begins_late() {
  auto k = make_layout(Int<levels>{});
  //^ unknown
  using inner::levels;
  auto l = make_layout(Int<levels>{});
  //^ unknown
}
