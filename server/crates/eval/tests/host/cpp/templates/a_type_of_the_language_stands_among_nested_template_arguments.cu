// `<` may compare wherever the parser does not know a name, and `float` is no operand: it loses its way among so many
// readings, and has none where all of them are names.
#include <cute/tensor.hpp>
#include <cute/atom/mma_traits_sm90_gmma.hpp>
using namespace cute;

template <class T>
struct Traits {
  static constexpr int M = 64, N = 128, K = 64;

  using Mma = decltype(make_tiled_mma(
      GMMA::ss_op_selector<T, T, float, Shape<Int<M>, Int<N>, Int<K>>, GMMA::Major::K, GMMA::Major::K>(),
      Layout<Shape<_1, _1, _1>>{}));
  //^ = make_tiled_mma(SM90_64x128x16_F32F16F16_SS, (1,1,1):(0,0,0), <_,_,_>)
  using Accumulators = decltype(layout(partition_fragment_C(Mma{}, Shape<Int<M>, Int<N>>{})));
  //^ = ((2,2,16),1,1):((1,2,4),0,0)
};

template <class A, class B, class C, class Tile, int X>
struct Chosen {
  using type = Tile;
};

template <class, class, class, class Tile, int, int>
constexpr auto chosen() {
  return make_layout(Tile{});
}

constexpr auto same = [](auto const& value, int) { return value; };
constexpr int M = 8, N = 16;

void f(int k) {
  auto plain = same(chosen<half_t, half_t, float, Shape<Int<M>, Int<N>, _4>, 0, 1>(), 3);
  //^ = (8,16,4):(1,8,128)
  auto several = same(chosen<int, half_t, double, Shape<Int<M>, Int<N>, _2>, M, N>(), k);
  //^ = (8,16,2):(1,8,128)
  typename Traits<half_t>::Accumulators accumulators;
  //^ = ((2,2,16),1,1):((1,2,4),0,0)
}
