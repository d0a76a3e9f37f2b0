// `using namespace` in a function opens the namespace for that function, by a name that counts from where it stands.
#include <cute/tensor.hpp>
using namespace cute;

namespace attention {
template <int M>
struct Traits {
  static constexpr int kM = M;
};
namespace prefill {
template <class T>
struct Query {
  using SmemLayout = Layout<Shape<Int<T::kM>, _2>, Stride<_2, _1>>;
};
}  // namespace prefill
namespace decode {
template <class T>
struct Query {
  using SmemLayout = Layout<Shape<Int<T::kM>, _4>, Stride<_4, _1>>;
};
}  // namespace decode

template <class T>
__global__ void prefill_kernel() {
  using namespace prefill;
  typename Query<T>::SmemLayout q;
  //^ = (64,2):(2,1)
}

template <class T>
__global__ void decode_kernel() {
  using namespace decode;
  auto of_lambda = [] { return typename Query<T>::SmemLayout{}; }();
  //^ = (64,4):(4,1)
}

void launch() {
  prefill_kernel<Traits<64>><<<1, 128>>>();
  decode_kernel<Traits<64>><<<1, 128>>>();
}
}  // namespace attention
