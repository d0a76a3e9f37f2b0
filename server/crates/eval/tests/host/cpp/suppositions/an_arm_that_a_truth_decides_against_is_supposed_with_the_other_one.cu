// What is declared in an arm that the suppositions of the rest decide against has a value with the fewest
// truths that decide for all such arms.
#include <cute/tensor.hpp>
using namespace cute;

template <int kBlockM, bool HasQv_, bool Is_local_, bool Is_even = true>
struct Mainloop {
  static constexpr bool HasQv = HasQv_;
  static constexpr bool IsMasked = HasQv && Is_local_;

  void run() {
    if constexpr (HasQv) {
      auto with_qv = make_layout(Shape<Int<kBlockM>, _8>{});
      //^ unknown
      //^ = (128,8):(1,128) if kBlockM = 128, HasQv_ = true, Is_local_ = true, Is_even = false
    }
    if constexpr (IsMasked) {
      auto masked = make_layout(Shape<Int<kBlockM>, _4>{});
      //^ unknown
      //^ = (128,4):(1,128) if kBlockM = 128, HasQv_ = true, Is_local_ = true, Is_even = false
    } else {
      auto all = make_layout(Shape<Int<kBlockM>, _2>{});
      //^ unknown
      //^ = (128,2):(1,128) if kBlockM = 128, HasQv_ = false, Is_local_ = false, Is_even = true
    }
    if constexpr (!Is_even) {
      auto rest = make_layout(Shape<Int<kBlockM>, _16>{});
      //^ unknown
      //^ = (128,16):(1,128) if kBlockM = 128, HasQv_ = true, Is_local_ = true, Is_even = false
    }
  }
};

template <int kBlockM, bool Is_causal>
void kernel() {
  if constexpr (!(kBlockM > 64 && !Is_causal)) {
    auto causal = make_layout(Shape<Int<kBlockM>, _4>{});
    //^ unknown
    //^ = (128,4):(1,128) if kBlockM = 128, Is_causal = true
  }
  if constexpr (Is_causal && kBlockM > 1000) {
    auto never = make_layout(Shape<Int<kBlockM>, _4>{});
    //^ unknown
  }
}
