#include <cute/tensor.hpp>
using namespace cute;

int width = 5;

void set(int n) {
  width = n;
}

int main() {
  auto a = make_layout(width);
  //^ = 5:1
  set(6);
  auto b = make_layout(width);
  //^ = 6:1
}
