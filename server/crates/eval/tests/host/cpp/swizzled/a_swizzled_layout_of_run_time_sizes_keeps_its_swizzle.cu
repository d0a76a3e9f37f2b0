// A swizzle stays behind a layout whose sizes are known at run time only.
#include <cute/tensor.hpp>
using namespace cute;

void f(int n) {
  auto rows = make_layout(make_shape(_8{}, _64{}), make_stride(_64{}, _1{}));
  auto atom = composition(Swizzle<3, 3, 3>{}, rows);
  //^ = Sw<3,3,3> o 0 o (8,64):(64,1)
  auto tiled = tile_to_shape(atom, make_shape(128, 64));
  //^ = Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,8192))
  auto in_order = tile_to_shape(atom, make_shape(128, 64), Step<_2, _1>{});
  //^ = Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,512))
  auto of_n = tile_to_shape(atom, make_shape(n, _64{}));
  //^ = Sw<3,3,3> o 0 o ((8,ceil_div(n,8)),(64,1)):((64,512),(1,0))
  auto of_bytes = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(128, _64{}));
  //^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(64,1)):((64,512),(1,0))
  auto of_elements = as_position_independent_swizzle_layout(of_bytes);
  //^ = Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))
  auto made = composition(Swizzle<3, 3, 3>{}, make_layout(make_shape(n, _64{}), LayoutRight{}));
  //^ = Sw<3,3,3> o 0 o (n,64):(64,1)
  auto elements = size(tiled);
  //^ = 8192
  auto sizes = shape(of_bytes);
  //^ = ((8,16),(64,1))
}
