// Nothing instantiates it, and no tensor has these modes: nothing is supposed, and nothing breaks.
#include <cute/tensor.hpp>
using namespace cute;

template <class T>
void f(T const& tensor) {
  auto last = size<9223372036854775807>(tensor);
  //^ unknown
  auto far = size<1000000000>(tensor);
  //^ unknown
}
