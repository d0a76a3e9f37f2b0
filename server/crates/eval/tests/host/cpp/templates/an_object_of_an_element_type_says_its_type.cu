// `Element{}` says which type it is, though not which number: what is deduced from it is known.
#include <cute/tensor.hpp>
using namespace cute;

template <class Element, class Other>
void rows(Element, Other, int m) {
  auto bytes = make_layout(make_shape(m, Int<sizeof(Element)>{}), LayoutRight{});
  //^ = (m,2):(2,1)
  using Same = std::conditional_t<std::is_same_v<Element, Other>, Shape<_2, _4>, Shape<_8, _16>>;
  //^ = (8,16)
  auto tile = make_layout(Same{});
  //^ = (8,16):(1,8)
}

void both(int m, float scale) {
  using Element = cutlass::bfloat16_t;
  rows(Element{}, scale, m);
}
