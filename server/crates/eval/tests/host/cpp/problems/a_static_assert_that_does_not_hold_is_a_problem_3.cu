#include <cute/tensor.hpp>
using namespace cute;

void f() {
  CUTE_STATIC_ASSERT_V(size(Layout<_4>{}) == Int<5>{});
  //^ error static-assert-failed
}
