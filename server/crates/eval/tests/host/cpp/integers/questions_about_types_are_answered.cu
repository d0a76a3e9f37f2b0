#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto run_time_six = 2 * Int<3>{};
  //^ prints 6
  auto six = Int<2>{} * Int<3>{};
  //^ prints _6
  auto x1 = is_same_v<float, half_t>;
  //^ prints false
  auto x2 = is_same<_4, Int<4>>::value;
  //^ prints true
  auto x3 = conditional_t<true, _4, _8>{};
  //^ prints _4
  auto x4 = is_static<decltype(run_time_six)>::value;
  //^ prints false
  auto x5 = is_static_v<decltype(six)>;
  //^ prints true
  auto x6 = conditional_t<true, _4, _8>{};
  //^ prints _4
  auto x7 = tuple_element_t<1, Shape<_4, _8>>{};
  //^ prints _8
  auto x8 = tuple_size<Shape<_4, _8>>::value;
  //^ prints 2
  auto x9 = cute::tuple_size_v<Shape<_4, _8>>;
  //^ prints 2
}
