#include <cute/tensor.hpp>
using namespace cute;

std::conditional_t<sizeof(long double) == 8, _8, int> rows();

void f() {
  auto tile = make_shape(rows(), _4{});
  decltype(tile) given{8, {}};
  //^ unknown
  Shape<int, _4> of_run_time{8, {}};
  //^ prints (8,_4)
}
