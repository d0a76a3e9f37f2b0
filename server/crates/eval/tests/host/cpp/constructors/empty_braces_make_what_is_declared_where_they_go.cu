// `{}` without a type is an object of the type that a field, a parameter or a function has, and no empty tuple.
#include <cute/tensor.hpp>
using namespace cute;

using Size = Shape<int, _5>;

template <class L>
struct Mainloop {
  L layout;
  Shape<_3, _4> shape;
  Stride<int, _1> stride;
  Mainloop() : layout{}, shape(), stride{} {}
  auto tensor() const { return make_tensor(make_smem_ptr((half_t*)nullptr), layout); }
};

struct Nested {
  Size size;
  int number;
};

Size returned() { return {}; }
half_t element() { return {}; }
auto defaulted(Shape<_2, _3> shape = {}) { return make_layout(shape); }
auto given(Shape<_2, _3> shape) { return make_layout(shape); }
Nested nested() { return {{}, 3}; }

template <class T>
struct Gather {
  T stride;
  Gather(T of = {}) : stride(of) {}
};

template <class E>
struct Pointers {
  E* pointer{};
  //^ unknown
};

int main() {
  Mainloop<Layout<Shape<_8, _8>>> mainloop;
  auto layout = mainloop.layout;
  //^ = (8,8):(1,8)
  auto tensor = mainloop.tensor();
  //^ = (8,8):(1,8)
  auto shape = make_layout(mainloop.shape);
  //^ = (3,4):(1,3)
  auto stride = mainloop.stride;
  //^ unknown
  auto of_returned = make_layout(returned());
  //^ unknown
  auto of_element = make_layout(Int<10 + decltype(rank(element()))::value>{});
  //^ unknown
  auto of_default = defaulted();
  //^ = (2,3):(1,2)
  auto of_given = given({});
  //^ = (2,3):(1,2)
  auto of_nested = make_layout(nested().size);
  //^ unknown
  auto number = make_layout(nested().number);
  //^ = 3:1
  Gather<Stride<_7, _1>> gather;
  auto of_gather = gather.stride;
  //^ = (7,1)
}
