// What CUTLASS asks of types of operands: of what a pointer points to, and to what an element is unpacked.
#include <cute/tensor.hpp>
#include <cutlass/numeric_types.h>
using namespace cute;

template <class StrideA>
struct Operand {
  using Strides = cute::remove_pointer_t<StrideA>;
  using Rows = Layout<Shape<_8, _4>, Strides>;
};
using Alone = Operand<Stride<_4, _1>>::Rows;
//^ = (8,4):(4,1)
using OfMany = Operand<Stride<_4, _1>*>::Rows;
//^ = (8,4):(4,1)

void unpacked() {
  using Element = typename cutlass::detail::get_unpacked_element_type<half_t>::type;
  auto copy = Copy_Atom<DefaultCopy, Element>{};
  //^ = Copy_Atom<DefaultCopy,half_t>
}
