// `using X = X<..>`: an alias does not see itself, so that the name on the right is that of the library, or of the namespace around.
#include <cute/tensor.hpp>
using namespace cute;

struct Traits {
  using MMA_Atom = MMA_Atom<SM80_16x8x16_F16F16F16F16_TN>;
  //^ = SM80_16x8x16_F16F16F16F16_TN
  using Mma = decltype(make_tiled_mma(MMA_Atom{}, make_layout(Shape<_2, _1, _1>{})));
  using Layout = Layout<Shape<_8, _4>, Stride<_4, _1>>;
  //^ = (8,4):(4,1)
};

namespace own {
using Layout = Layout<Shape<_2, _4>>;
//^ = (2,4):(1,2)
inline void f() {
  auto x = Layout{};
  //^ = (2,4):(1,2)
}
}

void g() {
  using Layout = Layout<Shape<_3, _5>>;
  //^ = (3,5):(1,3)
  Traits::Mma mma;
  auto c = partition_shape_C(mma, Shape<_32, _8>{});
  //^ = ((2,2),1,1)
}
