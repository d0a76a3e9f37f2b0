#include <cute/tensor.hpp>
using namespace cute;

struct Inner {
  int x = 1;
};

struct View {
  Inner& v;

  View(Inner& i) : v(i) {
  }
};

void f() {
  Inner i;
  View view(i);
  View copy = view;
  copy.v.x = 5;
  auto a = make_shape(i.x, view.v.x);
  //^ = (5,5)
}
