#include <cute/tensor.hpp>
using namespace cute;

int rows = 7;

int main() {
  {
    extern int rows;
    rows += 2;
  }
  auto l = make_layout(rows);
  //^ = 9:1
  return 0;
}
