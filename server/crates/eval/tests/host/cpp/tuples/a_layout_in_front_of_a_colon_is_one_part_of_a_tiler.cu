// `_` is no layout, so what is made of it and a layout is a tuple: a tiler that takes the stages of the last mode.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto staged = make_layout(make_shape(_128{}, _16{}, _4{}, _3{}));
  auto two = composition(staged, prepend<4>(make_layout(_2{}), _));
  //^ prints (_128,_16,_4,_2):(_1,_128,_2048,_8192)
  auto rows = composition(staged, append<4>(make_layout(_32{}), _));
  //^ prints (_32,_16,_4,_3):(_1,_128,_2048,_8192)
}
