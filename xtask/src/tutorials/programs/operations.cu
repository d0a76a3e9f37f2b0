// The algebra on the host: no kernel, every operation on layouts of a program's sizes.
#include <cstdlib>

#include <cute/tensor.hpp>

using namespace cute;

void one_layout(int m, int n) {
  auto matrix = make_layout(make_shape(m, n));
  auto nested = make_layout(make_shape(make_shape(_4{}, m), n), make_stride(make_stride(_1{}, 8), 16));
  auto constant = Layout<Shape<Shape<_2, _4>, _8>, Stride<Stride<_1, _16>, _2>>{};
  auto merged = coalesce(constant);
  auto merged_by_mode = coalesce(constant, Step<_1, _1>{});
  auto rest = complement(Layout<_4, _2>{}, Int<64>{});
  auto inverse = right_inverse(Layout<Shape<_4, _8>, Stride<_8, _1>>{});
  auto left = left_inverse(Layout<Shape<_4, _8>, Stride<_1, _5>>{});
  auto filtered = filter(Layout<Shape<_4, _8, _2>, Stride<_0, _1, _8>>{});
  auto zeros = filter_zeros(Layout<Shape<_4, _8>, Stride<_0, _1>>{});
  auto columns = get<1>(nested);
  auto first_rows = get<0, 1>(nested);
  auto picked = select<1, 0>(matrix);
  auto grouped = group<0, 2>(Layout<Shape<_2, _3, _4>>{});
  auto flat = flatten(nested);
  auto reversed = reverse(constant);
  auto appended = append<3>(constant, Layout<_5, Int<100>>{});
  auto prepended = prepend(constant, Layout<_5>{});
  auto replaced = replace<0>(constant, Layout<_3, _7>{});
  auto taken = take<0, 1>(constant);
  auto depth_of_it = depth(nested);
  auto last = cosize(constant);
  auto ordered = make_ordered_layout(make_shape(_8{}, _4{}, _2{}), make_tuple(_1{}, _0{}, _2{}));
  auto like = make_layout_like(Layout<Shape<_4, _8>, Stride<_16, _2>>{});
  auto identity = make_identity_layout(make_shape(m, _8{}));
}

void two_layouts(int m, int n) {
  auto matrix = make_layout(make_shape(m, n), LayoutRight{});
  auto tile = Shape<_16, _8>{};
  auto tiles = logical_divide(matrix, tile);
  auto zipped = zipped_divide(matrix, tile);
  auto tiled = tiled_divide(matrix, tile);
  auto flat = flat_divide(matrix, tile);
  auto by_layouts = zipped_divide(make_layout(make_shape(_32{}, _64{})), make_tile(Layout<_4, _8>{}, Layout<Shape<_2, _4>, Stride<_1, _16>>{}));
  auto composed = composition(Layout<Shape<_8, _16>, Stride<_16, _1>>{}, Layout<Shape<_4, _4>, Stride<_2, _8>>{});
  auto product = logical_product(Layout<Shape<_2, _2>>{}, Layout<Shape<_3, _4>>{});
  auto blocked = blocked_product(Layout<Shape<_2, _5>, Stride<_5, _1>>{}, Layout<Shape<_3, _4>>{});
  auto raked = raked_product(Layout<Shape<_2, _5>, Stride<_5, _1>>{}, Layout<Shape<_3, _4>, Stride<_4, _1>>{});
  auto zipped_tiles = zipped_product(Layout<Shape<_2, _2>>{}, Layout<_6>{});
  auto tiled_tiles = tiled_product(Layout<Shape<_2, _2>>{}, Layout<Shape<_3, _2>>{});
  auto swizzle = Swizzle<2, 4, 3>{};
  auto swizzled = composition(swizzle, _0{}, Layout<Shape<_16, _64>, Stride<_64, _1>>{});
  auto part = composition(swizzled, Shape<_4, _16>{});
  auto whole = tile_to_shape(swizzled, make_shape(_64{}, _64{}, _3{}));
  auto whole_by_columns = tile_to_shape(swizzled, make_shape(_64{}, _128{}), GenColMajor{});
  auto blocks = ceil_div(shape(matrix), tile);
  auto rounded = round_up(make_shape(m, n), tile);
  auto thread_part = local_partition(make_tensor(counting_iterator<int>{0}, make_layout(make_shape(_32{}, _32{}))), Layout<Shape<_8, _4>>{}, 0).layout();
  auto halves = recast_layout<float, half_t>(Layout<Shape<_8, _4>>{});
  auto doubles = recast_layout<float, double>(Layout<Shape<_8, _4>>{});
  auto upcasted = upcast<4>(Layout<Shape<_16, _4>, Stride<_1, _16>>{});
}

int main(int argc, char** argv) {
  int m = argc > 1 ? atoi(argv[1]) : 96;
  int n = argc > 2 ? atoi(argv[2]) : 160;
  one_layout(m, n);
  two_layouts(m, n);
  return 0;
}
