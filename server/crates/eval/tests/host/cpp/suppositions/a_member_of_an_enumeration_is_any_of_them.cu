// Of a template parameter that is an enumeration no number is supposed: each arm is run, and what is declared in it does not
// rest on which one it is.
#include <cute/tensor.hpp>
using namespace cute;

enum class LoadKind { kQuery, kKey };

template <LoadKind kKind, int kBlockM>
struct Load {
  void run() {
    if constexpr (kKind == LoadKind::kQuery) {
      auto query = make_layout(Shape<Int<kBlockM>, _8>{});
      //^ unknown
      //^ = (128,8):(1,128) if kBlockM = 128
    } else if constexpr (kKind == LoadKind::kKey) {
      auto key = make_layout(Shape<Int<kBlockM>, _4>{});
      //^ unknown
      //^ = (128,4):(1,128) if kBlockM = 128
    }
  }
};
