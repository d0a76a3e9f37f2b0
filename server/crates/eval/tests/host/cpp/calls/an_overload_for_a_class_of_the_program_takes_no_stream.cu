// `run(params, stream)` and `run(stream)`: a stream is no `Params`, so it is certain which of them is called.
#include <cute/tensor.hpp>
using namespace cute;
using cudaStream_t = struct CUstream_st*;

template <class Tile>
struct Device {
  struct Params { float* pointer; int m; };
  Params params_;

  void initialize(float* pointer, int m) { params_ = Params{pointer, m}; }

  static void run(Params& params, cudaStream_t stream = nullptr) {
    Tensor whole = make_tensor(make_gmem_ptr(params.pointer), make_shape(params.m, _64{}));
    //^ = (m,64):(1,m)
    Tensor tile = local_tile(whole, Tile{}, make_coord(0, 0));
    //^ = (32,16):(1,m)
  }
  void run(cudaStream_t stream = nullptr) { run(params_, stream); }
};

void device(float* pointer, int m, cudaStream_t stream) {
  Device<Shape<_32, _16>> op;
  op.initialize(pointer, m);
  op.run(stream);
}
