// Of a tuple a part may be known without suppositions: all of it is what it would be under them.
#include <cute/tensor.hpp>
using namespace cute;

template <class Traits>
struct Kernel {
  void run() {
    auto shape = make_shape(_8{}, Int<Traits::kBlockN>{});
    //^ unknown
    //^ = (8,128) if Traits::kBlockN = 128
  }
};
