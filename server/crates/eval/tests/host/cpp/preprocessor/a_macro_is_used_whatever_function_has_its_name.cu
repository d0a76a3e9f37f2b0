// A name that is called as it stands is the macro of that name; between parentheses it is the function.
#include <cute/tensor.hpp>
using namespace cute;

inline void grown(int& x) { x = 7; }
#define grown(x) ((x) += 9)

void f() {
  int by_macro = 4;
  grown(by_macro);
  auto of_macro = make_layout(make_shape(Int<8>{}, by_macro));
  //^ = (8,by_macro):(1,8)
  int by_function = 4;
  (grown)(by_function);
  auto of_function = make_layout(make_shape(Int<8>{}, by_function));
  //^ = (8,7):(1,8)
}
