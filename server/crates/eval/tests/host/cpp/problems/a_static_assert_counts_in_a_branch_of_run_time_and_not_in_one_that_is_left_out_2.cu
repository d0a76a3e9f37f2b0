#include <cute/tensor.hpp>
using namespace cute;

void f() {
  if constexpr (false) {
    static_assert(3 == 4);
    //^ nothing
  }
}
