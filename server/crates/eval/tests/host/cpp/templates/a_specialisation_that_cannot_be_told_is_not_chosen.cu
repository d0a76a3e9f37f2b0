#include "elsewhere.h"

#include <cute/tensor.hpp>
using namespace cute;

template <class T>
struct Width {
  static constexpr int value = 3;
};

template <>
struct Width<Elsewhere> {
  static constexpr int value = 5;
};

void f() {
  auto width = make_layout(Int<Width<AnotherOne>::value>{});
  //^ unknown
}
