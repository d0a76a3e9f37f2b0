// A function that the program adds to CuTe's namespace takes calls of other numbers of arguments than CuTe's.
#include <cute/tensor.hpp>

namespace cute {
template <class A, class B, class C, class D>
CUTE_HOST_DEVICE auto make_tiled_copy(A const& atom, B const& threads, C const& values, D const& tiler) {
  return make_tiled_copy_impl(atom, make_layout(make_shape(size(threads), size(values))), tiler);
}
template <class A>
CUTE_HOST_DEVICE constexpr auto make_ordered_layout(A const& a, int) {
  return make_layout(a);
}
}  // namespace cute

namespace program {
void kernel() {
  using namespace cute;
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_32, _1>>{}, Layout<Shape<_4, _1>>{});
  //^ = TiledCopy<Copy_Atom<UniversalCopy<float>,float>, (32,4):(4,1), <128,1>>
  auto other = make_ordered_layout(Shape<_2, _3>{}, 1);
  //^ unknown: may be the program's or CuTe's
}
}  // namespace program
