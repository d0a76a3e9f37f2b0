// Where some threads of a warp have left, or each has its own place, the lanes that are counted are not those that come.
#include <cute/tensor.hpp>
using namespace cute;

template <class T>
CUTE_DEVICE void read_a_row_each(T* tile) {
  Tensor s = make_tensor(make_smem_ptr(tile), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor row = local_partition(s, Layout<Shape<_32, _1>>{}, threadIdx.x);
  //^ = (1,32):(0,1)
  Tensor mine = make_tensor<float>(shape(row));
  copy(row, mine);
}

// 33 floats lie between the rows of two threads: there are no conflicts.
__global__ void each_from_its_own_place() {
  __shared__ float tile[64 * 32];
  read_a_row_each(tile + threadIdx.x);
}

// Four threads go on.
__global__ void behind_a_truth_of_the_thread() {
  __shared__ float tile[32 * 32];
  int i = threadIdx.x;
  bool is_last = i > 3;
  if (is_last) return;
  Tensor s = make_tensor(make_smem_ptr(tile), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor row = local_partition(s, Layout<Shape<_32, _1>>{}, threadIdx.x);
  Tensor mine = make_tensor<float>(shape(row));
  copy(row, mine);
}

// One of two places, by the thread.
__global__ void from_one_of_two_places() {
  __shared__ float tile[64 * 32];
  float* begin = tile;
  if (threadIdx.x > 3) begin = tile + threadIdx.x;
  Tensor s = make_tensor(make_smem_ptr(begin), Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  Tensor row = local_partition(s, Layout<Shape<_32, _1>>{}, threadIdx.x);
  Tensor mine = make_tensor<float>(shape(row));
  copy(row, mine);
}

void run() {
  each_from_its_own_place<<<1, 32>>>();
  behind_a_truth_of_the_thread<<<1, 32>>>();
  from_one_of_two_places<<<1, 32>>>();
}
