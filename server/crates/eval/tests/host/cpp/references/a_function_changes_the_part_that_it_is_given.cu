#include <cute/tensor.hpp>
using namespace cute;

void change(int& x) {
  x = 19;
}

void look(int const& x) {
}

void f() {
  auto changed = make_tuple(1, 2);
  change(get<0>(changed));
  auto a = make_layout(changed);
  //^ = (?,?):(1,?)
  auto kept = make_tuple(1, 2);
  look(get<0>(kept));
  auto b = make_layout(kept);
  //^ = (1,2):(1,1)
}
