#include <cute/tensor.hpp>
using namespace cute;

struct Holder {
  int& r;
};

void f() {
  int q = 8;
  Holder holder{q};
  holder.r = 19;
  auto a = make_layout(q);
  //^ = q:1
}
