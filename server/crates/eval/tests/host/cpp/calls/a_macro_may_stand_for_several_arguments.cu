#include <cute/tensor.hpp>
using namespace cute;

#define EXTENTS 8, 9
#define PAIR(a) a, 9

struct Params {
  int m;
  int n = 5;
};

void sizes(int m, int n = 5) {
  auto rows = make_layout(make_shape(n, _2{}));
  //^ = (n,2):(1,n)
}

void calls() {
  sizes(EXTENTS);
  Params plain{EXTENTS};
  auto of_plain = make_layout(make_shape(plain.n, _2{}));
  //^ unknown
  Params given{PAIR(3)};
  auto of_given = make_layout(make_shape(given.n, _2{}));
  //^ unknown
}
