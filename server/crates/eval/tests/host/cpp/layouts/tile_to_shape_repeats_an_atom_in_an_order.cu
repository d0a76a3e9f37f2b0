#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel() {
  auto x1 = tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Shape<_16, _32>{});
  //^ prints ((_8,_2),(_8,_4)):((_8,_64),(_1,_128))
  auto x2 = tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Shape<_16, _32>{}, Step<_2, _1>{});
  //^ prints ((_8,_2),(_8,_4)):((_8,_256),(_1,_64))
  auto x3 = tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, make_shape(_16{}, _32{}, _3{}));
  //^ prints ((_8,_2),(_8,_4),(_1,_3)):((_8,_64),(_1,_128),(_0,_512))
  auto x4 = tile_to_shape(Layout<_8>{}, Shape<_16, _32>{});
  //^ prints ((_8,_2),(_1,_32)):((_1,_8),(_0,_16))
  auto x5 = tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Shape<_16, _32>{}, LayoutRight{});
  //^ prints ((_8,_2),(_8,_4)):((_8,_256),(_1,_64))
  auto x6 = tile_to_shape(Layout<Shape<_8, _8>, Stride<_8, _1>>{}, Shape<_16, _32>{}, LayoutLeft{});
  //^ prints ((_8,_2),(_8,_4)):((_8,_64),(_1,_128))
  auto x7 = tile_to_shape(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}), Shape<_16, _128>{}, GenRowMajor{});
  //^ prints Sw<3,3,3> o _0 o ((_8,_2),(_64,_2)):((_64,_1024),(_1,_512))
}

// A layout stands for its shape: how its modes nest and its strides do not matter.
__global__ void layouts_as_targets() {
  auto x1 = tile_to_shape(Layout<Shape<_8, _8>>{}, Layout<Shape<_64, _64>, Stride<Int<576>, _1>>{});
  //^ prints ((_8,_8),(_8,_8)):((_1,_64),(_8,_512))
  auto x2 = tile_to_shape(Layout<Shape<_8, _8>>{}, make_layout(Shape<Shape<_8, _8>, _64>{}));
  //^ prints ((_8,_8),(_8,_8)):((_1,_64),(_8,_512))
  auto x3 = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Layout<Shape<_64, _64>, Stride<Int<576>, _1>>{});
  //^ = Sw<3,4,3> o smem_ptr[16b](unset) o ((8,8),(64,1)):((64,512),(1,0))
}

// A major stands for an order or for strides, and is nothing else.
void no_order(int n) {
  auto tiled = tile_to_shape(Layout<Shape<_8, _8>>{}, make_shape(_16{}, n), LayoutRight{});
  //^ = ((8,2),(8,ceil_div(n,8))):((1,64*ceil_div(n,8)),(8,64))
  auto rest = complement(Layout<_8>{}, LayoutRight{});
  //^ unknown
  auto tiles = make_tile(_8{}, LayoutRight{});
  auto cut = zipped_divide(Layout<Shape<_16, _8>>{}, tiles);
  //^ unknown
}
