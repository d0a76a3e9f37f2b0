#include "layout_of_another_file.h"

#include <cute/tensor.hpp>
using namespace cute;

void f() {
  auto x = composition(layout_of_another_file(), Layout<_4, _5>{});
  //^ unknown
}
