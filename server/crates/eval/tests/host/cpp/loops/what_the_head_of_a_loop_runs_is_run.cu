// The initializer of a loop over a range, and constructors of what a head declares.
#include <cute/tensor.hpp>
using namespace cute;

struct Once {
  Once(int& n) { n = 5; }
  int v = 0;
  operator bool() const { return false; }
};

void declared() {
  int n = 3;
  int values[2] = {1, 2};
  for (int n = 9; int x : values) {
    auto rows = make_layout(make_shape(n, _8{}));
    //^ = (9,8):(1,9)
  }
  auto behind = make_layout(make_shape(n, _8{}));
  //^ = (3,8):(1,3)
}

void assigned() {
  int n = 3;
  int values[2] = {1, 2};
  for (n = 9; int x : values) {
  }
  auto rows = make_layout(make_shape(n, _8{}));
  //^ = (9,8):(1,9)
}

void constructed() {
  int n = 1;
  for (Once i{n}; i.v < 1; ++i.v) {
  }
  auto rows = make_layout(make_shape(n, _8{}));
  //^ = (5,8):(1,5)
}

void constructed_in_a_condition() {
  int n = 1;
  while (Once i{n}) {
  }
  auto rows = make_layout(make_shape(n, _8{}));
  //^ = (n,8):(1,n)
}
