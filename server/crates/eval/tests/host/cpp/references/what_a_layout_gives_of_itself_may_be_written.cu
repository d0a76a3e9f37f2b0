// `shape()` and `stride()` of a layout are references to its own (`Layout` in cute/layout.hpp).
#include <cute/tensor.hpp>
using namespace cute;

int main() {
  auto written = make_layout(make_shape(3, 4), make_stride(4, 1));
  get<0>(written.shape()) = 9;
  auto behind = written;
  //^ unknown
  auto replaced = make_layout(make_shape(3, 4), make_stride(4, 1));
  replaced.shape() = make_shape(8, 8);
  auto behind_replaced = replaced;
  //^ unknown
  auto counted = make_layout(make_shape(3, 4), make_stride(4, 1));
  ++get<0>(counted.shape());
  auto behind_counted = counted;
  //^ unknown
  auto added = make_layout(make_shape(3, 4), make_stride(4, 1));
  get<1>(added.stride()) += 6;
  auto behind_added = added;
  //^ unknown
  auto pointed = make_layout(make_shape(3, 4), make_stride(4, 1));
  int* first = &get<0>(pointed.shape());
  *first = 6;
  auto behind_pointed = pointed;
  //^ unknown
  auto read = make_layout(make_shape(3, 4), make_stride(4, 1));
  auto copy = read.shape();
  get<0>(copy) = 9;
  auto of_shape = make_layout(read.shape());
  //^ = (3,4):(1,3)
  auto behind_read = read;
  //^ = (3,4):(4,1)
}
