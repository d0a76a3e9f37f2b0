// `INSTANTIATE(..)` writes functions, which call templates, or instantiations: what these are made with is known.
#include <cute/tensor.hpp>
using namespace cute;

template <int M, int N>
__global__ void tile_of(float* out, int rows) {
  auto tile = make_layout(Shape<Int<M>, Int<N>>{}, LayoutRight{});
  //^ = (128,64):(64,1)
  auto all = make_tensor(make_gmem_ptr(out), make_shape(rows, Int<N>{}));
  //^ = (m,64):(1,m)
}

template <int M, int N>
void run(float* out, int rows) {
  tile_of<M, N><<<1, 128>>>(out, rows);
}

#define INSTANTIATE(M, N)                              \
  extern "C" void tile_of_##M##x##N(float* p, int m) { \
    /* the launcher */                                 \
    run<M, N>(p, m);                                   \
  }

INSTANTIATE(128, 64)

#undef INSTANTIATE

template <class T>
struct Traits {
  static constexpr int width = sizeof(T) == 2 ? 8 : 4;
};

template <class T, int K>
void explicitly(T* p) {
  auto row = make_layout(Shape<Int<K>, Int<Traits<T>::width>>{});
  //^ = (16,8):(1,16)
}

#define EXPLICITLY(T, K) template void explicitly<T, K>(T*);
EXPLICITLY(half_t, 16)

template <int Rows, class Columns>
void behind_the_call(float* p) {
  auto tile = make_layout(Shape<Int<Rows>, Columns>{});
  //^ = (32,8):(1,32)
}

// The semicolon stands behind the call.
#define BEHIND_THE_CALL(ROWS, COLUMNS) \
  template void                        \
  behind_the_call<ROWS, Int<COLUMNS>>(float* p)
BEHIND_THE_CALL(32, 8);
