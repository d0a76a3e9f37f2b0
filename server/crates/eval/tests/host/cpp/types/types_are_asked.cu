#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* A) {
  const int m = 40;
  auto L = make_layout(make_shape(_8{}, _4{}));
  //^ prints (_8,_4):(_1,_8)
  auto x1 = is_layout<decltype(L)>::value;
  //^ prints true
  auto x2 = is_tuple<Shape<_8, _4>>::value;
  //^ prints true
  auto x3 = is_integral<_8>::value;
  //^ prints true
  auto x4 = is_static<decltype(L)>::value;
  //^ prints true
  auto x5 = is_static_v<decltype(make_layout(make_shape(m, _8{})))>;
  //^ prints false
  auto x6 = is_same_v<decltype(L), Layout<Shape<_8, _4>, Stride<_1, _8>>>;
  //^ prints true
  auto x7 = is_same_v<typename decltype(make_tensor(make_gmem_ptr(A), L))::value_type, float>;
  //^ prints true
  auto x8 = Shape<_1, _2>{} == make_shape(1, 2);
  //^ prints true
  auto x9 = L == make_layout(make_shape(_8{}, _4{}), make_stride(_1{}, _8{}));
  //^ prints true
  auto x10 = !is_same_v<float, float>;
  //^ prints false
}
