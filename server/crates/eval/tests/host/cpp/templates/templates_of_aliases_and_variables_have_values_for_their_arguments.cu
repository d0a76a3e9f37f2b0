#include <cute/tensor.hpp>
using namespace cute;

template <int M, int N = 3 * M>
using Wide = Layout<Shape<Int<M>, Int<N>>, Stride<Int<N>, _1>>;
template <int N>
constexpr auto line = make_layout(Int<N>{}, Int<5>{});
template <>
constexpr auto line<7> = make_layout(Int<70>{});

void f() {
  auto wide = Wide<4>{};
  //^ = (4,12):(12,1)
  auto both = make_layout(line<6>, line<7>);
  //^ = (6,70):(5,1)
}
