#include <cute/tensor.hpp>
using namespace cute;
template <int A, int B, int C, int D>
struct Traits {
  using Four = Layout<Shape<Int<A>, Int<B>, Int<C>, Int<D>>>;
  using Strided = cute::Layout<cute::Shape<Int<A>, Int<B>, Int<C>, Int<D>>, cute::Stride<_1, Int<A>, Int<A * B>, _0>>;
  using Nested = Layout<Shape<Shape<Int<A>, Int<B>>, Shape<Int<C>, Int<D>>, Shape<Int<A + B>, Int<C>>>>;
  using Chosen = std::conditional_t<(A < B), Layout<Shape<Int<A>, Int<B>, Int<C>, Int<D>>>, Layout<Shape<Int<D>, Int<C>>>>;
};
using Of = Traits<2, 3, 4, 5>;
using Four = Of::Four;
//^ = (2,3,4,5):(1,2,6,24)
using Strided = Of::Strided;
//^ = (2,3,4,5):(1,2,6,0)
using Nested = Of::Nested;
//^ = ((2,3),(4,5),(5,4)):((1,2),(6,24),(120,600))
using Chosen = Of::Chosen;
//^ = (2,3,4,5):(1,2,6,24)
using Five = Layout<Shape<Int<2>, Int<3>, Int<4>, Int<5>, Int<6>>, Stride<Int<1>, Int<2>, Int<6>, Int<24>, Int<120>>>;
//^ = (2,3,4,5,6):(1,2,6,24,120)
