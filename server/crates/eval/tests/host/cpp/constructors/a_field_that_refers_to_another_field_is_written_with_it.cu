#include <cute/tensor.hpp>
using namespace cute;

struct Part {
  int v = 1;
};

struct Numbers {
  int own = 1;
  int& other = own;
};

struct Objects {
  Part own;
  Part& other = own;
};

void main() {
  Numbers numbers;
  numbers.other = 7;
  auto number = make_layout(numbers.own);
  //^ = ?:1
  Objects objects;
  objects.other.v = 7;
  auto object = make_layout(objects.own.v);
  //^ = ?:1
}
