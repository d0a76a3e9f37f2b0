// Whose lanes do not follow each other, which is not of this atom, and what a compiler may make wider accesses of.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float* memory, float* registers, int unrelated) {
  auto by_rows = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                                 Layout<Shape<_8, _32>, Stride<_32, _1>>{}, Layout<Shape<_1, _1>>{});
  auto of_four = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_256, _1>>{},
                                 Layout<Shape<_1, _4>>{});
  auto wide = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_256, _1>>{},
                              Layout<Shape<_1, _4>>{});
  Tensor plain = make_tensor(make_smem_ptr(memory), Layout<Shape<_32, _32>, Stride<_1, _32>>{});
  Tensor rows = make_tensor(make_smem_ptr(memory), Layout<Shape<_256, _4>, Stride<_4, _1>>{});
  Tensor values = make_tensor(registers, Shape<_1, _4, _1>{});
  //^ = (1,4,1):(0,1,0)
  copy(by_rows, values, by_rows.get_slice(threadIdx.x / 32).partition_D(plain));
  copy(by_rows, values, by_rows.get_slice(unrelated).partition_D(plain));
  copy(by_rows, values, by_rows.get_slice(threadIdx.x % 256).partition_D(plain));
  //^ warning bank-conflict: 32 wavefronts where 1 would do
  copy(of_four, of_four.get_slice(threadIdx.x).partition_S(rows), of_four.get_slice(threadIdx.x).partition_D(rows));
  copy(wide, wide.get_slice(threadIdx.x).partition_S(rows), wide.get_slice(threadIdx.x).partition_D(rows));
}

void run(float* memory, float* registers, int unrelated) { kernel<<<1, 256>>>(memory, registers, unrelated); }
