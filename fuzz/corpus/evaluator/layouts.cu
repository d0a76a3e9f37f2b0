c// Layouts in a nutshell: a tile, its tiles, a swizzle, a transpose.
// Statements stand in comments; the compiler never sees them.

#include <cute/tensor.hpp>

using namespace cute;

// A row-major tile of 4 rows and 8 columns.
// cute: let A = (4,8):(8,1)

// Its first two rows, every second column.
// cute: let B = composition(A, <2,4:2>)

// Cut into tiles of 2x4: (tile, rest).
// cute: let T = zipped_divide(A, <2,4>)
// cute: show T
// cute: assert T((1,2),(0,1)) == 14

// Eight rows of shared memory, no two elements of a column in one bank.
// cute: let S = Sw<3,0,3> o 0 o (8,8):(8,1)
// cute: show S
// cute: assert S(1,0) == 9

using RowMajor = Layout<Shape<_4, _8>, Stride<_8, _1>>;  // (_4,_8):(_8,_1)
using ColumnMajor = Layout<Shape<_4, _8>, Stride<_1, _4>>;  // (_4,_8):(_1,_4)

__global__ void transpose(float const* source, float* target) {
  // cute: run copy (4,8):(8,1) -> (4,8):(1,4) : f32
  Tensor rows = make_tensor(make_gmem_ptr(source), RowMajor{});
  Tensor columns = make_tensor(make_gmem_ptr(target), ColumnMajor{});
  copy(rows, columns);
}
