// A default that rests on what no file at hand defines takes nothing away: the parameter is supposed by its name.
#include <cute/tensor.hpp>
using namespace cute;

constexpr bool is_async(int rows);

template <int kBlockM, bool kIsAsync = is_async(kBlockM)>
struct Kernel {
  static const int kLoadWarps = kIsAsync ? 2 : 1;

  void run() {
    auto threads = make_layout(Int<kLoadWarps * 32>{});
    //^ unknown
    //^ = 32:1 if kBlockM = 128, kIsAsync = false
  }
};
