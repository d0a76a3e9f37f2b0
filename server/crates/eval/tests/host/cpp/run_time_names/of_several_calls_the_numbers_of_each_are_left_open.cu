// Two calls that differ in no more than which number of an object they give show one value.
#include <cute/tensor.hpp>
using namespace cute;

struct Params {
  int64_t k_stride;
  int64_t v_stride;
};

int64_t chosen(Params params) { return params.k_stride > 0 ? 1 : params.v_stride; }

template <class Layout>
void load(Layout layout) {
  auto halves = logical_divide(layout, Shape<_2, _8>{});
  //^ = ((2,32),(8,8)):((?,?),(1,8))
}

void kernel(Params params) {
  auto keys = make_layout(Shape<_64, _64>{}, make_stride(params.k_stride, _1{}));
  //^ = (64,64):(params.k_stride,1)
  load(keys);
  load(make_layout(Shape<_64, _64>{}, make_stride(params.v_stride, _1{})));
  load(make_layout(Shape<_64, _64>{}, make_stride(params.k_stride + chosen(params), _1{})));
}
