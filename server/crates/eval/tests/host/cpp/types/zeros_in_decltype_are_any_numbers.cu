// `decltype` of a layout with a zero of run time says that a number stands there, which another one takes the place of.
#include <cute/tensor.hpp>
using namespace cute;

template <class StrideA>
struct Of {
  using LayoutA = decltype(make_layout(make_shape(0, 0, 0), StrideA{}));
  //^ = (?,?,?):(?,1,?) if StrideA = Stride<int64_t,_1,int64_t>
};

using Rows = decltype(make_layout(make_shape(_64{}, _128{}, int32_t(0)), make_stride(int32_t(0), _1{}, int32_t(0))));
//^ = (64,128,?):(?,1,?)
using Factors = decltype(blocked_product(Layout<Shape<_4, _8>>{}, make_layout(make_shape(int32_t(0), _2{}))));
//^ = ((4,?),(8,2)):((1,32),(4,?))
using Whole = decltype(make_layout(make_shape(_4{}, 32)));
//^ = (4,32):(1,4)
using Static = decltype(make_layout(make_shape(_4{}, _2{}), make_stride(_0{}, _1{})));
//^ = (4,2):(0,1)
