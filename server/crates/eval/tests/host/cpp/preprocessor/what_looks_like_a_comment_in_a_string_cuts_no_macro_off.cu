#include <cute/tensor.hpp>
using namespace cute;

#define LOG_AND_SET(x)             \
  {                                \
    if (x) printf("http://a.com"); \
    count = 7;                     \
  }

void set() {
  int count = 1;
  LOG_AND_SET(false)
  auto rows = make_layout(make_shape(count, _8{}));
  //^ = (7,8):(1,7)
}
