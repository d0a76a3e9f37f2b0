// A comment in the text of a macro is a blank: what stands behind it is still the macro's.
#include <cute/tensor.hpp>
using namespace cute;

int failed();
void stop(int);

#define CHECK(call)                          \
  do {                                       \
    int error = call;                        \
    if (error != 0) {                        \
      /* one could also go on here */        \
      stop(error);                           \
    }                                        \
  } while (0)

void f(int m) {
  const int rows = 16;
  auto tile = make_layout(make_shape(Int<rows>{}, m), LayoutRight{});
  //^ = (16,m):(m,1)
  CHECK(failed());
  auto other = make_layout(make_shape(Int<rows>{}, Int<8>{}));
  //^ = (16,8):(1,16)
}
