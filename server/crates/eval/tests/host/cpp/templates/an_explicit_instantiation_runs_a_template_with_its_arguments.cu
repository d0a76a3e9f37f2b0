#include <cute/tensor.hpp>
using namespace cute;

namespace flash {
template <int N, class T>
void run(int n) {
  auto tile = make_layout(Shape<Int<N>, Int<sizeof(T)>>{});
  //^ = (6,2):(1,6) [N = 6]
  //^ = (3,4):(1,3) [N = 3]
}

template void run<6, half_t>(int n);
}

template void flash::run<3, float>(int n);

// So does one whose address is taken.
namespace taken {
template <int N>
void run(float* p) {
  auto tile = make_layout(Int<N>{}, _2{});
  //^ = 64:2 [N = 64]
  //^ = 128:2 [N = 128]
}

template <class T>
void typed(T const* p, int n) {
  auto tensor = make_tensor(make_gmem_ptr(p), make_shape(n, Int<sizeof(T)>{}), LayoutRight{});
  //^ = (n,2):(2,1)
}

template <class Function>
void submit(char const* name, Function* function);

template <int N>
void called(float* p) {
  auto tile = make_layout(Int<N>{});
  //^ = 8:1 [calls that were run]
}

using Run = void (*)(float*);
Run const table[] = {&run<64>, &run<128>};

void definitions(float* p) {
  submit("typed", &typed<cutlass::half_t>);
  // What is called is known from its calls, of which others may be made of what is handed over.
  submit("called", &called<8>);
  called<8>(p);
}
}  // namespace taken
