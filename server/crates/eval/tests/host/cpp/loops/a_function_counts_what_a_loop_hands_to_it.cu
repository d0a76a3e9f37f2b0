// A loop hands a variable to a function that adds to it: no round of the loop knows what it is.
#include <cute/tensor.hpp>
using namespace cute;

struct Stages {
  void next(int by, int& stage) const { stage += by; }
  void keep(int by, int& stage) const {}
};

void next(int& stage) { ++stage; }

void loop(int n) {
  Stages stages;
  int of_method = 2, of_function = 2, kept = 2;
  for (int i = 0; i < n; ++i) {
    auto inside = make_layout(make_shape(of_method, of_function, kept));
    //^ = (of_method,of_function,2):(1,of_method,of_function*of_method)
    stages.next(3, of_method);
    next(of_function);
    stages.keep(3, kept);
  }
  auto behind = make_layout(kept);
  //^ = 2:1
}
