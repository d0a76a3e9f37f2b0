#include <cute/tensor.hpp>
using namespace cute;
#define DEVICE __device__ __forceinline__
DEVICE int thread() { return threadIdx.x; }
DEVICE static int behind() { return threadIdx.x - 32; }
static DEVICE bool holds() { return 3; }
struct Worker {
  DEVICE static int thread() { return threadIdx.x; }
  DEVICE float part() const { return 2.5f; }
};
__global__ void kernel() {
  auto of_thread = make_shape(thread(), 4);
  //^ = (threadIdx.x,4)
  auto of_others = make_shape(behind(), 4);
  //^ = (threadIdx.x-32,4)
  auto of_truth = make_shape(int(holds()), 4);
  //^ = (1,4)
  auto of_member = make_shape(Worker::thread(), 4);
  //^ = (threadIdx.x,4)
}
