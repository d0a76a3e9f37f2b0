// How a narrow operand of a warpgroup MMA lies in memory so that a thread reads its values at once
// (`cutlass/util/mixed_dtype_utils.hpp`, which stands beside CUTLASS's headers
// and launches kernels: nvcc alone compiles it).
#include <cute/tensor.hpp>
#include <cutlass/numeric_types.h>
#include <cutlass/util/mixed_dtype_utils.hpp>
using namespace cute;

using OneAtom = Layout<Shape<_1, _1>>;
using TwoAtoms = Layout<Shape<_1, _2>>;
using Shuffled = Layout<Shape<_2, _4>, Stride<_4, _1>>;

using OfHalves = decltype(cutlass::compute_memory_reordering_atom<cutlass::half_t>());
//^ = (((8,2),1),((2,4,2),1)):(((32,2),0),((1,8,4),0))
using ShuffledHalves = decltype(cutlass::compute_memory_reordering_atom<cutlass::half_t, OneAtom, Shuffled>());
//^ = (((8,2),1),((2,4,2),1)):(((32,1),0),((4,8,2),0))
using OfBytes = decltype(cutlass::compute_memory_reordering_atom<cutlass::float_e4m3_t>());
//^ = (((8,2),1),((4,4,2),1)):(((64,4),0),((1,16,8),0))
using OfTwoAtoms = decltype(cutlass::compute_memory_reordering_atom<cutlass::float_e4m3_t, TwoAtoms>());
//^ = (((8,2),1),((4,4,2),2)):(((128,4),0),((1,32,8),16))

void f() {
  auto given = cutlass::compute_memory_reordering_atom<cutlass::half_t>(TwoAtoms{}, Layout<Shape<_2, _2>, Stride<_2, _1>>{});
  //^ = (((8,2),1),((2,4,2),2)):(((64,1),0),((2,16,4),8))
}
