// Each round makes the condition of one more assignment hold: the seventh writes `last`.
#include <cute/tensor.hpp>
using namespace cute;

bool more();

void f() {
  int first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, last = 4, other = 4;
  while (more()) {
    if (sixth == 1) last = 5;
    if (fifth == 1) sixth = 1;
    if (fourth == 1) fifth = 1;
    if (third == 1) fourth = 1;
    if (second == 1) third = 1;
    if (first == 1) second = 1;
    auto inside = make_shape(last, other);
    //^ = (last,4)
    first = 1;
  }
  auto behind = make_shape(last, other);
  //^ = (last,4)
}
