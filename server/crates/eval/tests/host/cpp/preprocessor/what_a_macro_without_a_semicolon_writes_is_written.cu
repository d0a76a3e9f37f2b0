// The grammar takes such a macro for the type of the next declaration, or for nothing.
#include <cute/tensor.hpp>
using namespace cute;

#define SET(x) x = 9;
#define STEP { count += 1; }
#define LEAVE_IF(c) if (c) return

void left(int& x) {
  x = 9;
  LEAVE_IF(x == 9);
  x = 5;
}

int main() {
  int set = 4;
  SET(set)
  auto a = make_layout(set);
  //^ = 9:1
  int count = 4;
  if (set == 9) STEP
  auto b = make_layout(count);
  int written = 4;
  left(written);
  auto c = make_layout(written);
  //^ = written:1
  int other = 4;
  auto d = make_layout(other);
  //^ = 4:1
  return 0;
}
