// `true_type{}` is handed on as an object, and asked for by its type.
#include <cute/tensor.hpp>
using namespace cute;

template <bool Causal, class Tile>
struct Mask {
  static void apply(int m) {
    auto block = make_layout(Tile{});
    //^ = (64,128):(1,64)
    if constexpr (Causal) {
      auto rows = make_layout(make_shape(m, _8{}));
      //^ = (m,8):(1,m)
    } else {
      auto rows = make_layout(make_shape(m, _16{}));
      //^ nothing
    }
  }
};

template <class Causal, class Other>
void masked(Causal, Other, int m) {
  constexpr bool is_causal = std::is_same_v<Causal, true_type>;
  constexpr bool is_other = std::is_same_v<Other, Causal>;
  using Tile = std::conditional_t<is_other, Shape<_32, _32>, Shape<_64, _128>>;
  //^ = (64,128)
  Mask<is_causal, Tile>::apply(m);
}

void both(int m) {
  auto run = [&](auto mask) { mask(cute::true_type{}, cute::false_type{}); };
  run([&](auto causal, auto other) { masked(causal, other, m); });
}
