#include <cute/tensor.hpp>
using namespace cute;

void write(int*);

int main() {
  int a = 2, b = 9;
  auto change = [&] { a = b; };
  change();
  a = 2;
  if (a % 2 == 0)
    goto label;
  b = 8;
label:;
  auto l = make_layout(b);
  //^ = b:1
  write(&a);
}
