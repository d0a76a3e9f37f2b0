#include <cute/tensor.hpp>
using namespace cute;

int id(int v) { return v; }

void caught() {
  int e = 4;
  try {
    id(3);
  } catch (int e) {
    auto rows = make_layout(make_shape(e, _8{}));
    //^ unknown
  }
  auto rows = make_layout(make_shape(e, _8{}));
  //^ = (4,8):(1,4)
}
