#include <cute/tensor.hpp>
using namespace cute;

struct Counter {
  int& count;
  int step;
};

inline Counter counter_of(int& x) { return {x, 2}; }

int main() {
  int a = 4;
  auto counter = counter_of(a);
  counter.count += 7;
  auto la = make_layout(make_shape(a, counter.step));
  //^ = (a,2):(1,a)
  int b = 4;
  counter_of(b).count += 7;
  auto lb = make_layout(b);
  //^ = b:1
  return 0;
}
