#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* S) {
  auto gA = make_tensor(make_gmem_ptr(S), Layout<Shape<_64, _8>>{});
  auto rA = make_tensor<float>(Shape<_64, _4>{});
  auto flat = make_tensor<float>(Shape<_512>{});
  auto tiled_copy = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<_32>{});
  auto thr_copy = tiled_copy.get_slice(threadIdx.x);
  copy(gA, rA);
  //^ error size-mismatch
  copy(gA(_, 0), rA(_, 0));
  copy(gA, flat);
  copy(tiled_copy, thr_copy.partition_S(gA(_, 0)), thr_copy.partition_D(rA(_, 0)));
  copy(tiled_copy, thr_copy.partition_S(gA(_, 0)), thr_copy.partition_D(flat));
  //^ error size-mismatch
}
