#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto vmnk = make_layout(make_shape(Shape<_2, _1>{}, _4{}, 3), make_stride(Stride<_1, _0>{}, _2{}, 8));
  //^ prints ((_2,_1),_4,3):((_1,_0),_2,8)
  auto x1 = vmnk.get_flat_coord(5);
  //^ prints (1,2,0)
  auto x2 = vmnk.get_hier_coord(5);
  //^ prints ((1,_0),2,0)
  auto x3 = vmnk.get_hier_coord(_5{});
  //^ prints ((_1,_0),_2,0)
  auto x4 = vmnk.get_1d_coord(5);
  //^ prints 5
  auto x5 = make_layout(_8{}, _2{}).get_flat_coord(6);
  //^ prints 3
}
