#include <cute/tensor.hpp>
using namespace cute;

void f(int k) {
  auto l = make_layout(k);
  //^ = argc:1 [k = argc]
  //^ = 2*argc+1:1 [k = 2*argc+1]
  //^ = 4*argc+3:1 [k = 4*argc+3]
  //^ = 8*argc+7:1 [k = 8*argc+7]
  if (k)
    f(k * 2 + 1);
}

int main(int argc, char** argv) {
  f(argc);
}
