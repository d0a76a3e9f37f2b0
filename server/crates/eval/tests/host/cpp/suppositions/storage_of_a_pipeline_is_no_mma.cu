// An object of a class's `SharedStorage` is not what its own name says of other objects: nothing rests on it.
#include <cute/tensor.hpp>
using namespace cute;

template <class Pipeline, int kBlockM>
struct Kernel {
  struct SharedStorage {
    typename Pipeline::SharedStorage load_mma;
  };

  void operator()(SharedStorage& shared_storage) {
    auto& storage = shared_storage.load_mma;
    auto tile = make_layout(Shape<Int<kBlockM>, _8>{});
    //^ unknown
    //^ = (128,8):(1,128) if kBlockM = 128, shared_storage of the class SharedStorage
  }
};
