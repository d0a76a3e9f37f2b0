// Whatever nothing gives: parameters, fields of a parameter, elements in memory. Their numbers of run time are any.
#include <vector>
#include <cute/tensor.hpp>
using namespace cute;

using StrideOfRows = Stride<int64_t, _1, int64_t>;

struct Sizes {
  Shape<int, _64, int> shape;
};

struct Arguments : Sizes {
  StrideOfRows stride;
  half_t* data;
  float scale;
};

template <class Element>
struct Kernel {
  struct Params {
    Element const* data;
    Arguments arguments;
  };
};

void parameter(StrideOfRows stride, int m, int k, int l) {
  auto rows = make_layout(make_shape(m, k, l), stride);
  //^ = (m,k,l):(?,1,?)
}

void memory(std::vector<StrideOfRows> const& strides, int m, int k, int i) {
  auto at = make_layout(make_shape(m, k, 1), strides.at(i));
  //^ = (m,k,1):(?,1,?)
  auto first = make_layout(make_shape(m, k, 1), strides[0]);
  //^ = (m,k,1):(?,1,?)
  StrideOfRows const* pointer = strides.data();
  auto behind = make_layout(make_shape(m, k, 1), pointer[i]);
  //^ = (m,k,1):(?,1,?)
  auto pointed = make_layout(make_shape(m, k, 1), *pointer);
  //^ = (m,k,1):(?,1,?)
}

void fields(Arguments const& arguments) {
  Tensor whole = make_tensor(make_gmem_ptr(arguments.data), arguments.shape, arguments.stride);
  //^ = (arguments.shape.0,64,arguments.shape.2):(arguments.stride.0,1,arguments.stride.2)
  Tensor tile = local_tile(whole(_, _, 0), Shape<_32, _64>{}, make_coord(0, 0));
  //^ = (32,64):(arguments.stride.0,1)
}

template <class Element>
void inner(typename Kernel<Element>::Params params) {
  Tensor whole = make_tensor(params.data, params.arguments.shape, params.arguments.stride);
  //^ = (params.arguments.shape.0,64,params.arguments.shape.2):(params.arguments.stride.0,1,params.arguments.stride.2)
}

void of_known_types(Kernel<half_t>::Params params) {
  Tensor whole = make_tensor(make_gmem_ptr(params.data), params.arguments.shape, params.arguments.stride);
  //^ = (params.arguments.shape.0,64,params.arguments.shape.2):(params.arguments.stride.0,1,params.arguments.stride.2)
}

void others(tuple<float, int> numbers, int m) {
  auto second = get<0>(numbers);
  //^ unknown
}
