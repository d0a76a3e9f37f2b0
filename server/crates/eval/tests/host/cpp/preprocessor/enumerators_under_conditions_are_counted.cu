#include <cute/tensor.hpp>
using namespace cute;

#define WIDE 1
#define OTHERS third, fourth

enum Decided {
  kA,
#if WIDE
  kB,
#endif
#if WIDE > 1
  kC,
#else
  kD,
#endif
  kE
};

enum Undecided {
  kF,
#ifdef ELSEWHERE
  kG,
#endif
  kH,
  kI = 7,
  kJ
};

enum Listed { kK, OTHERS, kL };

void f() {
  auto decided = make_shape(Int<kB>{}, Int<kD>{}, Int<kE>{});
  //^ = (1,2,3)
  auto undecided = make_shape(Int<kH>{});
  //^ unknown
  auto stated = make_shape(Int<kI>{}, Int<kJ>{});
  //^ = (7,8)
  auto listed = make_shape(Int<kL>{});
  //^ unknown
}
