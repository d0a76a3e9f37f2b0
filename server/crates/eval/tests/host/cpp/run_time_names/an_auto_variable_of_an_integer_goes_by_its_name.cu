// What a function gives that says so is an integer, and so is a size of PyTorch's tensor: the variable's name stands for it.
#include <cute/tensor.hpp>
using namespace cute;

int rows_of(int);
float share_of(int);

void f(int device) {
  auto rows = rows_of(device);
  auto share = share_of(device);
  auto a = make_layout(make_shape(rows, _8{}), LayoutRight{});
  //^ = (rows,8):(8,1)
  auto b = make_layout(make_shape(rows, share));
  //^ unknown
}
