// Rows are left out by hand: an `if` over the coordinates of an identity tensor, as in FlashAttention, without `copy_if`.
#include <cute/tensor.hpp>
using namespace cute;

void load(float* global, float* shared) {
  auto of_rows = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                                 Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{});
  auto thread = of_rows.get_slice(0);
  Tensor gQ = make_tensor(make_gmem_ptr(global), Layout<Shape<_2, _32>, Stride<_32, _1>>{});
  Tensor sQ = make_tensor(make_smem_ptr(shared), Layout<Shape<_16, _32>, Stride<_32, _1>>{});
  Tensor tQgQ = thread.partition_S(gQ);
  //^ = ((4,1),1,1):((1,0),0,0)
  Tensor tQsQ = thread.partition_D(sQ);
  Tensor tQcQ = thread.partition_S(make_identity_tensor(shape(sQ)));
  for (int m = 0; m < size<1>(tQgQ); m++) {
    if (get<0>(tQcQ(0, m, 0)) < 2) {
      copy(of_rows, tQgQ(_, m, _), tQsQ(_, m, _));
    }
  }
}
