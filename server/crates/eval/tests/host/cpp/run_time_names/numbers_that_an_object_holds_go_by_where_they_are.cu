// Of an object that nothing gives, what its type leaves open goes by the path that the code would write.
#include <cute/tensor.hpp>
using namespace cute;

struct Sizes {
  int rows;
  int columns;
};

struct Params {
  int h;
  Sizes sizes;
  Shape<int, _8> shape;
  Stride<int64_t, _1> stride;
};

void kernel(Params params, Params other) {
  auto heads = make_layout(make_shape(params.h, _8{}));
  //^ = (params.h,8):(1,params.h)
  auto inner = make_layout(make_shape(params.sizes.rows, params.sizes.columns));
  //^ = (params.sizes.rows,params.sizes.columns):(1,params.sizes.rows)
  auto tuples = make_layout(params.shape, params.stride);
  //^ = (params.shape.0,8):(params.stride.0,1)
  auto two = make_layout(make_shape(params.h, other.h));
  //^ = (params.h,other.h):(1,params.h)
  auto same = make_layout(make_shape(params.h, params.h));
  //^ = (params.h,params.h):(1,params.h)
  params.h = 4;
  auto assigned = make_layout(params.h);
  //^ = 4:1
}

struct Head {
  int h;
};

// Two numbers of one spelling in one value: neither can be shown so.
Head another(Head params) { return params; }

void two_of_one_spelling(Head params, Head given) {
  auto first = make_layout(make_shape(params.h, another(given).h));
  //^ = (params.h,given.h):(1,params.h)
}
