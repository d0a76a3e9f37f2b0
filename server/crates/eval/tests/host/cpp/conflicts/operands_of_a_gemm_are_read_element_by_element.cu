// 16x16 threads multiply tiles of 128x8 floats. Where M is the first mode in memory, 16 lanes read 16 words side by side;
// where K is, they are 8 words apart, and lanes 4 apart meet in a bank: 4 ways. A warp stores
// a tile with K first in 8 ways; padded by a word in 4, padded by 4 words in none.
#include <cute/tensor.hpp>
using namespace cute;

__global__ void kernel(float const* global, float* memory) {
  auto threads_of_a = Layout<Shape<_32, _8>, Stride<_8, _1>>{};
  auto threads_of_c = Layout<Shape<_16, _16>>{};
  Tensor gA = make_tensor(make_gmem_ptr(global), Layout<Shape<_128, _8>, Stride<_8, _1>>{});
  Tensor m_first = make_tensor(make_smem_ptr(memory), Layout<Shape<_128, _8>>{});
  Tensor k_first = make_tensor(make_smem_ptr(memory), Layout<Shape<_128, _8>, Stride<_8, _1>>{});
  Tensor padded = make_tensor(make_smem_ptr(memory), Layout<Shape<_128, _8>, Stride<_1, Int<132>>>{});
  Tensor by_one = make_tensor(make_smem_ptr(memory), Layout<Shape<_128, _8>, Stride<_1, Int<129>>>{});
  Tensor from = local_partition(gA, threads_of_a, threadIdx.x);
  //^ = (4,1):(256,0)
  Tensor to = local_partition(m_first, threads_of_a, threadIdx.x);
  copy(from, to);
  //^ warning bank-conflict: 8 wavefronts where 1 would do
  copy(from, local_partition(padded, threads_of_a, threadIdx.x));
  copy(from, local_partition(by_one, threads_of_a, threadIdx.x));
  //^ warning bank-conflict: 4 wavefronts where 1 would do (4-way bank conflict in (128,8):(1,129)
  Tensor tCsA = local_partition(m_first, threads_of_c, threadIdx.x, Step<_1, X>{});
  Tensor tCsB = local_partition(m_first, threads_of_c, threadIdx.x, Step<X, _1>{});
  Tensor tCrC = make_tensor<float>(Shape<_8, _8>{});
  gemm(tCsA, tCsB, tCrC);
  Tensor conflicting = local_partition(k_first, threads_of_c, threadIdx.x, Step<_1, X>{});
  gemm(conflicting, tCsB, tCrC);
  //^ warning bank-conflict: 4 wavefronts where 1 would do, or 8 where 4 would do if the compiler makes accesses of 16 bytes

  auto words = Layout<Shape<_128, _8>, Stride<_16, _2>>{};
  Tensor apart = make_tensor(make_smem_ptr(memory), words);
  gemm(local_partition(apart, threads_of_c, threadIdx.x, Step<_1, X>{}), tCsB, tCrC);
  //^ warning bank-conflict: A: an access of a warp to shared memory takes 8 wavefronts where 1 would do

  TiledMMA mma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _16, _1>>{});
  Tensor of_mma = mma.get_slice(threadIdx.x).partition_A(apart);
  copy(of_mma(_, _, 0), make_fragment_like(of_mma(_, _, 0)));
  //^ warning bank-conflict: 8 wavefronts where 1 would do
}

void run(float const* global, float* memory) { kernel<<<1, dim3(256)>>>(global, memory); }
