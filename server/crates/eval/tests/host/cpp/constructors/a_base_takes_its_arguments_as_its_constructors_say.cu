#include <cute/tensor.hpp>
using namespace cute;

struct ByValue {
  ByValue(int) {
  }
};

struct ByReference {
  ByReference(int& x) {
    x = 9;
  }
};

struct D : ByValue {
  int w;

  D(int x) : ByValue(x), w(x * 2) {
  }
};

struct E : ByReference {
  int w;

  E(int x) : ByReference(x), w(x * 2) {
  }
};

void main() {
  D d(3);
  auto of_value = make_layout(d.w);
  //^ = 6:1
  E e(3);
  auto of_reference = make_layout(e.w);
  //^ = 2*x:1
}
