#include <cute/tensor.hpp>
using namespace cute;

void host() {
  auto rows = Layout<Shape<_8, _64>, Stride<_64, _1>>{};
  auto composed = composition(Swizzle<3, 4, 3>{}, smem_ptr_flag_bits<16>{}, rows);
  //^ = Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)
  auto made = make_composed_layout(Swizzle<2, 4, 3>{}, cute::smem_ptr_flag_bits<sizeof_bits_v<float>>{}, Layout<_32>{});
  //^ = Sw<2,4,3> o smem_ptr[32b](unset) o 32:1
  using Type = ComposedLayout<Swizzle<3, 4, 3>, smem_ptr_flag_bits<8>, Layout<Shape<_8, _128>, Stride<_128, _1>>>;
  auto of_type = Type{};
  //^ = Sw<3,4,3> o smem_ptr[8b](unset) o (8,128):(128,1)
  auto tiled = tile_to_shape(composed, Shape<_16, _128>{});
  //^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((8,2),(64,2)):((64,512),(1,1024))
}
