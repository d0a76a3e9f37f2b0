#include <cute/tensor.hpp>
using namespace cute;

void fingerprint(int& n);
#define FINGERPRINT(x)  \
  {                     \
    fingerprint(number); \
    x;                  \
  }

void taken() {
  int number = 1;
  FINGERPRINT(0)
  auto rows = make_layout(make_shape(number, _8{}));
  //^ = (number,8):(1,number)
}
