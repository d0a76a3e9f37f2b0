#include <cute/tensor.hpp>
using namespace cute;

template <class T>
void change(T&);

void f(float* p, int thread) {
  auto tuple = make_shape(Int<4>{}, 8);
  change(tuple);
  auto shape = tuple;
  //^ = (4,?)
  auto tensor = make_tensor(p, Layout<Shape<_4, _8>>{});
  change(tensor);
  auto layout = tensor.layout();
  //^ = (4,8):(1,4)
  auto loose = make_tensor(p, make_layout(make_shape(8, Int<2>{})));
  change(loose);
  auto of_loose = loose.layout();
  //^ unknown
}
