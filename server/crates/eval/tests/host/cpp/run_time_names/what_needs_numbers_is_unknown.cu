#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(int k) {
  auto x1 = k < 41;
  //^ unknown: which of the two is larger is not known
  auto x2 = is_static<decltype(k)>::value;
  //^ prints false
  auto x3 = elem_less(make_coord(k), make_coord(_8{}));
  //^ unknown: how k and 8 compare is known at run time only
}
