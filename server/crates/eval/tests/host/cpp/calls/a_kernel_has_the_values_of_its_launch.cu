#include <cute/tensor.hpp>
using namespace cute;

template <class T, class L>
//^ L = (m,8):(1,m)
__global__ void kernel(T const* in, L layout, int n) {
//^ layout = (m,8):(1,m)
//^ n = m
  Tensor tensor = make_tensor(make_gmem_ptr(in), layout);
  //^ = (m,8):(1,m)
}

void host(float* p, int m) {
  kernel<<<1, 32>>>(p, make_layout(make_shape(m, Int<8>{})), m);
}
