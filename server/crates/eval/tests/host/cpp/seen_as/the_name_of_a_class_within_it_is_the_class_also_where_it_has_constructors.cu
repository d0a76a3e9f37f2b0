#include <cute/tensor.hpp>
using namespace cute;

struct Begun {
  Begun() {
  }

  int f() const {
    return 4;
  }
};

struct Made : Begun {
  int f() const {
    return 8;
  }

  Begun& up() {
    return *this;
  }

  Begun* pointer() {
    return this;
  }

  Begun copy() {
    return *this;
  }
};

void main() {
  Made made;
  auto reference = make_layout(made.up().f());
  //^ = 4:1
  auto pointer = make_layout((*made.pointer()).f());
  //^ = 4:1
  auto copy = make_layout(made.copy().f());
  //^ = 4:1
}
