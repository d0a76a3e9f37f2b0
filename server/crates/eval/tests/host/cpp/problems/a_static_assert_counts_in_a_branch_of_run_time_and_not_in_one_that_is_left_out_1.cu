#include <cute/tensor.hpp>
using namespace cute;

void f(int n) {
  if (n > 2) {
    static_assert(3 == 4);
    //^ error static-assert-failed
  }
}
