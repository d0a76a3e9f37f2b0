// What `NumericArrayConverter` takes and gives are arrays.
#include <cute/tensor.hpp>
#include <cutlass/numeric_conversion.h>
using namespace cute;

namespace cutlass {
void converted() {
  Tensor sums = make_tensor<float>(Shape<_8, _4>{});
  Tensor halves = make_tensor<half_t>(Shape<_8, _4>{});
  NumericArrayConverter<half_t, float, 4> convert;
  Tensor sources = recast<decltype(convert)::source_type>(sums);
  //^ = (2,4):(1,2)
  Tensor results = recast<decltype(convert)::result_type>(halves);
  //^ = (2,4):(1,2)
}
}  // namespace cutlass
