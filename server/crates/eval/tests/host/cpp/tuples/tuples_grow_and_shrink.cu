#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  const int n = 24;
  auto x1 = append<4>(make_shape(_4{}, _8{}), _1{});
  //^ prints (_4,_8,_1,_1)
  auto x2 = append(make_shape(_4{}, _8{}), n);
  //^ prints (_4,_8,24)
  auto x3 = prepend<3>(make_shape(_4{}, _8{}), _1{});
  //^ prints (_1,_4,_8)
  auto x4 = replace<0>(make_shape(_4{}, _8{}), n);
  //^ prints (24,_8)
  auto x5 = insert<1>(make_shape(_4{}, _8{}), n);
  //^ prints (_4,24,_8)
  auto x6 = remove<0>(make_shape(_4{}, _8{}));
  //^ prints (_8)
  auto x7 = cute::reverse(make_shape(_4{}, _8{}));
  //^ prints (_8,_4)
  auto x8 = tuple_cat(make_shape(_4{}), make_shape(_8{}, n));
  //^ prints (_4,_8,24)
  auto x9 = group<0, 2>(make_shape(_4{}, _8{}, n));
  //^ prints ((_4,_8),24)
  auto x10 = unwrap(make_shape(make_shape(_8{})));
  //^ prints _8
  auto x11 = wrap(_8{});
  //^ prints (_8)
  auto x12 = repeat<1>(_8{});
  //^ prints _8
  auto x13 = repeat<3>(_8{});
  //^ prints (_8,_8,_8)
}
