#include <cute/tensor.hpp>
using namespace cute;

template <class T>
using Rows = std::conditional_t<sizeof(long double) == 16, _8, int>;

void f() {
  auto shape = Shape<Rows<float>, _4>{8, {}};
  //^ unknown
  auto other = Shape<int, _4>{8, {}};
  //^ prints (8,_4)
}
